import { IntlMessageFormat } from 'intl-messageformat';
import type { CompiledMessage, Part, PluralForms } from './compiled-message.ts';

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

// @formatjs/icu-messageformat-parser's TYPE, which the package does not export.
const LITERAL = 0;
const ARGUMENT = 1;
const PLURAL = 6;
const POUND = 7;

/**
 * Compiles an ICU message to what `formatMessage` takes. Of ICU it knows texts, values and cardinal plurals; what looks
 * like markup is text.
 *
 * @param tag the language tag, which says what the message's plural forms are
 * @throws {SyntaxError} when it is no ICU message
 * @throws {Error} when it asks for something else of ICU
 * @example
 * compileMessage('{n, plural, one {# photo} other {# photos}}', 'en');
 * // [['n', { one: [0, ' photo'], other: [0, ' photos'] }]]
 */
export const compileMessage = (text: string, tag: string): CompiledMessage =>
  compileElements(new IntlMessageFormat(text, tag, undefined, { ignoreTag: true }).getAst());

const compileElements = (elements: Element[]): CompiledMessage => {
  const parts = elements.map(compileElement);
  if (parts.length === 0) return '';
  return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts;
};

const compileElement = (element: Element): Part => {
  if (element.type === LITERAL) return element.value;
  if (element.type === ARGUMENT) return [element.value];
  if (element.type === POUND) return 0;
  if (element.type === PLURAL && element.pluralType === 'cardinal' && element.offset === 0) {
    const forms = Object.entries(element.options).map(([form, { value }]) => [form, compileElements(value)]);
    return [element.value, Object.fromEntries(forms) as PluralForms];
  }
  throw new Error('a text of a browser has values and cardinal plurals, and nothing else of ICU');
};
