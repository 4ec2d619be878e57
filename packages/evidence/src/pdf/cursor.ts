import { ReportRefusal, type ReportFailureCode } from '../report-refusal.ts';
import type { StepBudget } from '../step-budget.ts';

/** A place in a PDF's bytes that moves on. Faults name `place`; `budget` pays for the bytes read. */
export type Cursor = {
  readonly bytes: Uint8Array;
  readonly place: string;
  readonly budget: StepBudget;
  at: number;
};

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const TAB = 0x09;
const DELIMITERS = '()<>[]{}/%';

// A large report asks some ten million times; a set would take twice as long.
const REGULAR = Array.from({ length: 256 }, (_, byte) => isRegular(byte));

/** Space, tab and line ends. ISO 32000-1, section 7.2.2, has NUL and form feed, too, but programs differ there. */
export function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}

export function skipSpace(cursor: Cursor): void {
  while (isSpace(cursor.bytes[cursor.at])) cursor.at++;
}

export function skipLineEnd(cursor: Cursor): boolean {
  const { bytes, at } = cursor;
  if (bytes[at] === CARRIAGE_RETURN) cursor.at += bytes[at + 1] === LINE_FEED ? 2 : 1;
  else if (bytes[at] === LINE_FEED) cursor.at += 1;
  return cursor.at > at;
}

export function expectText(cursor: Cursor, text: string): void {
  if (!startsWith(cursor, text)) throw refuse(cursor, 'malformed_pdf', `"${text}" is missing`);
  cursor.at += text.length;
}

export function startsWith({ bytes, at }: Pick<Cursor, 'bytes' | 'at'>, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Takes a number or a word: the bytes up to the next space or delimiter. */
export function takeWord(cursor: Cursor, maxLength = 64): string {
  const start = cursor.at;
  while (REGULAR[cursor.bytes[cursor.at]!] === true) cursor.at++;
  if (cursor.at - start > maxLength) throw refuse(cursor, 'malformed_pdf', 'a word is too long');
  return String.fromCharCode(...cursor.bytes.subarray(start, cursor.at));
}

export function takeCount(cursor: Cursor): number {
  const word = takeWord(cursor, 12);
  if (!/^(?:0|[1-9]\d*)$/.test(word)) throw refuse(cursor, 'malformed_pdf', 'a number is missing');
  return Number(word);
}

export function refuse({ place, at }: Cursor, code: ReportFailureCode, reason: string): ReportRefusal {
  return new ReportRefusal(place, code, `It can't be read at byte ${at}: ${reason}.`);
}

// ISO 32000-1, section 7.2.2: neither space nor delimiter. Control characters stand in strings and streams only.
function isRegular(byte: number): boolean {
  return byte > SPACE && byte !== 0x7f && !DELIMITERS.includes(String.fromCharCode(byte));
}
