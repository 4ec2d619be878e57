import { refuse } from '../refusal/refuse-answer.ts';
import { decodeAttribute } from './decode-text.ts';

const MAX_ATTRIBUTES = 64;

const NAME = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y;

export type Tag = {
  name: string;
  attributes: { name: string; value: string }[];
  isEmpty: boolean;
  end: number;
};

/** Reads a start tag from its name on. A name is of ASCII letters and has one colon at most. */
export const readStartTag = (text: string, from: number): Tag => {
  const name = readName(text, from);
  const attributes: Tag['attributes'] = [];
  let at = from + name.length;
  for (;;) {
    const next = skipSpace(text, at);
    if (text.startsWith('>', next)) return { name, attributes, isEmpty: false, end: next + 1 };
    if (text.startsWith('/>', next)) return { name, attributes, isEmpty: true, end: next + 2 };
    if (next === at) return refuseTag();
    if (attributes.length === MAX_ATTRIBUTES)
      return refuse('too_large', `The provider sent an element of more than ${MAX_ATTRIBUTES} attributes.`);
    const { end, ...attribute } = readAttribute(text, next);
    attributes.push(attribute);
    at = end;
  }
};

/** Reads an end tag from its name on, and returns where it ends. */
export const readEndTag = (text: string, from: number, name: string): number => {
  if (!text.startsWith(name, from)) return refuseTag();
  const at = skipSpace(text, from + name.length);
  return text[at] === '>' ? at + 1 : refuseTag();
};

const readAttribute = (text: string, from: number) => {
  const name = readName(text, from);
  const equals = skipSpace(text, from + name.length);
  const start = skipSpace(text, equals + 1);
  const quote = text[start];
  if (text[equals] !== '=' || (quote !== '"' && quote !== "'")) return refuseTag();
  const close = text.indexOf(quote, start + 1);
  const value = text.slice(start + 1, close);
  if (close < 0 || value.includes('<')) return refuseTag();
  return { name, value: decodeAttribute(value), end: close + 1 };
};

const readName = (text: string, from: number): string => {
  NAME.lastIndex = from;
  return NAME.exec(text)?.[0] ?? refuseTag();
};

export const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t') at += 1;
  return at;
};

const refuseTag = (): never => refuse('malformed', 'The provider sent XML that is not well-formed.');
