import { IntlMessageFormat } from 'intl-messageformat';
import type { CompiledMessage, Part, PluralForms } from './compiled-message.ts';

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

// @formatjs/icu-messageformat-parser does not export its TYPE.
const LITERAL = 0;
const ARGUMENT = 1;
const PLURAL = 6;
const POUND = 7;

/**
 * Compiles an ICU message for `formatMessage`. It knows texts, values and cardinal plurals; markup is text.
 *
 * @param tag the language tag, which tells the message's plural forms
 * @throws {SyntaxError} when the text is no ICU message
 * @throws {Error} for another feature of ICU
 * @example compileMessage('{n, plural, one {# photo} other {# photos}}', 'en');
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
