/**
 * Splits a person's text into lines without control characters, invisible ones, and the bidirectional controls that
 * make an address read differently from what it is (Unicode TR 36).
 */
export const toPlainLines = (text: string): string[] => {
  const lines = text
    .split(LINE_BREAK)
    .map((line) => line.replace(INVISIBLE, '').replace(CONTROL, ' ').trimEnd());
  const last = lines.findLastIndex((line) => line !== '');
  if (last === -1) return [''];
  return lines.slice(
    lines.findIndex((line) => line !== ''),
    last + 1,
  );
};

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;
const CONTROL = /\p{Cc}/gu;

/** Joins a text into a line for a subject, a sentence or an SMS: a name with a line break can't start a line. */
export const toSingleLine = (text: string): string =>
  toPlainLines(text).join(' ').replace(/\s+/gu, ' ').trim();
