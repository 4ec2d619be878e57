import { expectText, refuse, skipLineEnd, skipSpace, startsWith, takeCount, type Cursor } from './cursor.ts';
import { stepsToRead, VALUE_STEPS } from '../step-budget.ts';
import type { PdfDictionary } from './pdf-value.ts';
import { readValue } from './read-value.ts';

export type Section = {
  readonly start: number;
  readonly end: number;
  /** Offset of each object, by its number. */
  readonly offsets: ReadonlyMap<number, number>;
  readonly trailer: PdfDictionary['entries'];
};

const ENTRY = /^(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)$/;
const ENTRY_LENGTH = 20;
const NO_OBJECT = '0000000000 65535 f';

// A report of 500 photos has some 20 000.
const MAX_OBJECTS = 1_000_000;

const TRAILER_KEYS = new Set(['Size', 'Root', 'Prev', 'Info', 'ID']);

/**
 * Reads a cross-reference table, its trailer and the end of its revision (ISO 32000-1, sections 7.5.4 and 7.5.5).
 * Typst, and programs that add to its files, write tables. Cross-reference streams would need a second reader, and a
 * file with both can be read in two ways.
 *
 * @throws {ReportRefusal} `malformed_pdf`, `unsupported_pdf`, `encrypted_pdf`, `too_large`
 * @throws {TooComplex}
 */
export function readSection(cursor: Cursor): Section {
  const start = cursor.at;
  const first = cursor.bytes[start];
  if (first !== undefined && first >= 0x30 && first <= 0x39) {
    throw refuse(cursor, 'unsupported_pdf', 'it has cross-reference streams');
  }
  expectText(cursor, 'xref');
  expectLineEnd(cursor);
  const offsets = readOffsets(cursor);
  expectText(cursor, 'trailer');
  skipSpace(cursor);
  const trailer = readTrailer(cursor);

  skipSpace(cursor);
  expectText(cursor, 'startxref');
  expectLineEnd(cursor);
  if (takeCount(cursor) !== start) throw refuse(cursor, 'malformed_pdf', 'a revision names another table');
  expectLineEnd(cursor);
  expectText(cursor, '%%EOF');
  cursor.budget.spend(stepsToRead(cursor.at - start));
  return { start, end: cursor.at, offsets, trailer };
}

function readOffsets(cursor: Cursor): Map<number, number> {
  const offsets = new Map<number, number>();
  for (let next = 0; !startsWith(cursor, 'trailer');) {
    const first = takeCount(cursor);
    expectText(cursor, ' ');
    const count = takeCount(cursor);
    expectText(cursor, startsWith(cursor, ' ') ? ' ' : '');
    expectLineEnd(cursor);
    if (first < next) throw refuse(cursor, 'malformed_pdf', 'objects are listed twice, or out of order');
    if (first + count > MAX_OBJECTS) throw refuse(cursor, 'too_large', `more than ${MAX_OBJECTS} objects`);

    next = first + count;
    for (let number = first; number < next; number++) readEntry(cursor, { number, offsets });
  }
  return offsets;
}

function readEntry(
  cursor: Cursor,
  { number, offsets }: { number: number; offsets: Map<number, number> },
): void {
  cursor.budget.spend(VALUE_STEPS);
  const text = String.fromCharCode(...cursor.bytes.subarray(cursor.at, cursor.at + ENTRY_LENGTH));
  const [, offset, generation, kind] = ENTRY.exec(text) ?? [];
  if (offset === undefined) throw refuse(cursor, 'malformed_pdf', 'an entry of its table is out of form');
  if (number === 0) {
    if (!text.startsWith(NO_OBJECT)) throw refuse(cursor, 'malformed_pdf', 'there is an object of number 0');
  } else if (kind === 'f' || generation !== '00000') {
    throw refuse(cursor, 'unsupported_pdf', 'objects were deleted');
  } else {
    offsets.set(number, Number(offset));
  }
  cursor.at += ENTRY_LENGTH;
}

function readTrailer(cursor: Cursor): PdfDictionary['entries'] {
  if (!startsWith(cursor, '<<')) throw refuse(cursor, 'malformed_pdf', 'a trailer is missing');
  const { entries } = readValue(cursor) as PdfDictionary;
  if (entries.has('Encrypt')) throw refuse(cursor, 'encrypted_pdf', 'it is encrypted');
  if (entries.has('XRefStm')) throw refuse(cursor, 'unsupported_pdf', 'it has tables of both kinds');
  const unknown = [...entries.keys()].some((key) => !TRAILER_KEYS.has(key));
  if (unknown) throw refuse(cursor, 'unsupported_pdf', 'a trailer has what is not understood here');
  return entries;
}

function expectLineEnd(cursor: Cursor): void {
  if (!skipLineEnd(cursor)) throw refuse(cursor, 'malformed_pdf', 'a line has no end');
}
