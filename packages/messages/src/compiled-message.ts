/*
 * A catalogue's text is an ICU message, compiled to JSON that a browser puts together without a parser: a text, or a
 * list of parts. A part is a text, a value's name, or a plural: the count's name with a compiled message for each form
 * of the language.
 */

/** Keys are categories (`one`, `few`, …, `other`), or `=n` for a count with words of its own. */
export type PluralForms = { [form: string]: CompiledMessage };

/** `0` stands for the count of the plural around it. */
export type Part = string | 0 | [name: string] | [name: string, forms: PluralForms];

export type CompiledMessage = string | Part[];
