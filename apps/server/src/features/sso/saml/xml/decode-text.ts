import { refuse } from '../refusal/refuse-answer.ts';

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const OUTSIDE_XML = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Strict UTF-8, and only characters of XML 1.0. Its line ends become those that a parser reports (section 2.11). */
export const decodeBytes = (bytes: Uint8Array): string => {
  const text = decodeUtf8(bytes);
  if (OUTSIDE_XML.test(text)) refuse('malformed', 'The provider sent a character that XML does not allow.');
  return text.replace(/\r\n?/g, '\n');
};

const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    return refuse('malformed', 'The provider sent no UTF-8.', error);
  }
};

/** Replaces the five names and the numbers of characters. No other entity exists where there is no DOCTYPE. */
export const decodeReferences = (text: string): string =>
  text.includes('&') ? text.replace(/&(#?\w{1,8};)?/g, decodeReference) : text;

const decodeReference = (_whole: string, reference = ''): string => {
  const name = reference.slice(0, -1);
  if (Object.hasOwn(NAMED, name)) return NAMED[name]!;
  if (/^#\d{1,7}$/.test(name)) return decodePoint(Number.parseInt(name.slice(1), 10));
  if (/^#x[\da-fA-F]{1,6}$/.test(name)) return decodePoint(Number.parseInt(name.slice(2), 16));
  return refuse('forbidden_markup', 'The provider uses an entity; only the five of XML are taken.');
};

const decodePoint = (point: number): string => {
  const isPoint = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  const letter = isPoint ? String.fromCodePoint(point) : undefined;
  if (letter === undefined || OUTSIDE_XML.test(letter))
    return refuse('malformed', 'The provider names a character that XML does not allow.');
  return letter;
};

/** XML 1.0, section 3.3.3: white space that is written as such is a space. */
export const decodeAttribute = (text: string): string => decodeReferences(text.replace(/[\t\n]/g, ' '));
