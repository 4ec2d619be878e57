import { refuse, skipLineEnd, type Cursor } from './cursor.ts';
import type { PdfString } from './pdf-value.ts';

const BACKSLASH = 0x5c;
const OPEN = 0x28;
const CLOSE = 0x29;
const END_OF_HEX = 0x3e;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ESCAPES: ReadonlyMap<string | undefined, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['(', '('],
  [')', ')'],
  ['\\', '\\'],
]);

export function readLiteralString(cursor: Cursor): PdfString {
  const { bytes } = cursor;
  const start = cursor.at++;
  const read = openBytes();
  for (let depth = 1; ;) {
    const byte = bytes[cursor.at];
    if (byte === undefined) throw refuse(cursor, 'malformed_pdf', 'a string has no end');
    if (byte === BACKSLASH) {
      for (const meant of readEscape(cursor)) read.push(meant);
      continue;
    }
    if (byte === CARRIAGE_RETURN) {
      skipLineEnd(cursor);
      read.push(LINE_FEED);
      continue;
    }
    cursor.at++;
    if (byte === OPEN) depth++;
    if (byte === CLOSE && --depth === 0) break;
    read.push(byte);
  }
  return { type: 'string', bytes: read.take(), isHex: false, start, end: cursor.at };
}

// Collects an unknown number of bytes. A list of numbers would take eight times the memory.
function openBytes() {
  let buffer = new Uint8Array(64);
  let filled = 0;
  return {
    push: (byte: number): void => {
      if (filled === buffer.length) {
        const larger = new Uint8Array(filled * 2);
        larger.set(buffer);
        buffer = larger;
      }
      buffer[filled++] = byte;
    },
    take: () => buffer.slice(0, filled),
  };
}

/** A hexadecimal string (section 7.3.4.3): an even number of digits in one case, and nothing between. */
export function readHexString(cursor: Cursor): PdfString {
  const { bytes } = cursor;
  const start = cursor.at;
  const end = bytes.indexOf(END_OF_HEX, start) + 1;
  const length = end - start - 2;
  if (end === 0 || length % 2 !== 0) throw refuse(cursor, 'malformed_pdf', 'a string of hex digits is odd');

  const read = new Uint8Array(length / 2);
  let letters = 0;
  for (let index = 0; index < length; index++) {
    const digit = readHexDigit(bytes[start + 1 + index]!);
    if (digit === undefined) throw refuse(cursor, 'malformed_pdf', 'a string has what is no hex digit');
    letters |= digit.letterCase;
    read[index >> 1] = (read[index >> 1]! << 4) | digit.value;
  }
  if (letters === (LOWER | UPPER)) throw refuse(cursor, 'malformed_pdf', 'hex digits are of both cases');
  cursor.at = end;
  return { type: 'string', bytes: read, isHex: true, start, end };
}

const LOWER = 1;
const UPPER = 2;

function readHexDigit(byte: number): { value: number; letterCase: number } | undefined {
  if (byte >= 0x30 && byte <= 0x39) return { value: byte - 0x30, letterCase: 0 };
  if (byte >= 0x41 && byte <= 0x46) return { value: byte - 0x37, letterCase: UPPER };
  if (byte >= 0x61 && byte <= 0x66) return { value: byte - 0x57, letterCase: LOWER };
  return undefined;
}

function readEscape(cursor: Cursor): number[] {
  cursor.at++;
  if (skipLineEnd(cursor)) return [];

  const meant = ESCAPES.get(String.fromCharCode(cursor.bytes[cursor.at] ?? 0));
  if (meant !== undefined) {
    cursor.at++;
    return [meant.charCodeAt(0)];
  }
  let octal = 0;
  let digits = 0;
  for (; digits < 3; digits++, cursor.at++) {
    const digit = cursor.bytes[cursor.at]! - 0x30;
    if (!(digit >= 0 && digit <= 7)) break;
    octal = octal * 8 + digit;
  }
  if (digits === 0 || octal > 255) throw refuse(cursor, 'malformed_pdf', 'an escape is unknown');
  return [octal];
}
