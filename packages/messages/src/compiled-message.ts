/*
 * Vocabulary: a catalogue's text is an ICU message. Compiled, it is a few JSON values that a browser puts together
 * without a parser: a text, or a list of parts. A part is a text, the name of a value, or a plural: the name of its count
 * with a compiled message for each form that the language has.
 */

/** The forms by their categories (`one`, `few`, …, `other`), and by `=n` for a count that has words of its own. */
export type PluralForms = { [form: string]: CompiledMessage };

/** `0` stands for the count of the plural around it. */
export type Part = string | 0 | [name: string] | [name: string, forms: PluralForms];

/** A text of a catalogue as it goes to browsers. */
export type CompiledMessage = string | Part[];
