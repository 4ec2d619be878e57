import type { CompiledMessage, Part } from './compiled-message.ts';

export type MessageValues = Record<string, string | number>;

/**
 * Gives plain text.
 *
 * @param tag the language tag, by which plural forms are chosen and counts are written
 * @throws {Error} when a value is missing
 * @example formatMessage([['n', { one: [0, ' photo'], other: [0, ' photos'] }]], { n: 2 }, 'en'); // '2 photos'
 */
export const formatMessage = (message: CompiledMessage, values: MessageValues, tag: string): string =>
  writeMessage(message, { values, tag, count: 0 });

type Writing = { values: MessageValues; tag: string; count: number };

const writeMessage = (message: CompiledMessage, writing: Writing): string =>
  typeof message === 'string' ? message : message.map((part) => writePart(part, writing)).join('');

const writePart = (part: Part, writing: Writing): string => {
  const { values, tag, count } = writing;
  if (typeof part === 'string') return part;
  if (part === 0) return new Intl.NumberFormat(tag).format(count);
  const [name, forms] = part;
  const value = values[name];
  if (value === undefined) throw new Error(`the text needs ${name}`);
  if (!forms) return String(value);
  const form = forms[`=${value}`] ?? forms[new Intl.PluralRules(tag).select(Number(value))] ?? forms.other;
  return writeMessage(form ?? '', { ...writing, count: Number(value) });
};
