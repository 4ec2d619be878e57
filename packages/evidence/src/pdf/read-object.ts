import { expectText, refuse, skipLineEnd, skipSpace, startsWith, type Cursor } from './cursor.ts';
import { stepsToRead } from '../step-budget.ts';
import { isOfType, nameOf, visitValues, type PdfObject, type PdfValue } from './pdf-value.ts';
import { readValue } from './read-value.ts';

export type ReadLength = (number: number) => PdfValue | undefined;

const PACKED_TYPES = ['ObjStm', 'XRef'];

/**
 * ISO 32000-1, sections 7.3.8 and 7.3.10.
 *
 * @throws {ReportRefusal} `malformed_pdf`, `unsupported_pdf`, `active_content`
 * @throws {TooComplex}
 */
export function readObject(
  cursor: Cursor,
  { number, readLength }: { number: number; readLength: ReadLength },
): PdfObject {
  const start = cursor.at;
  expectText(cursor, `${number} 0 obj`);
  skipSpace(cursor);
  const value = readValue(cursor);
  assertPassive(cursor, value);
  skipSpace(cursor);

  const isStream = startsWith(cursor, 'stream');
  const data = isStream ? takeStream(cursor, { value, readLength }) : null;
  expectText(cursor, 'endobj');
  // The bytes of a stream are passed over, and cost nothing.
  cursor.budget.spend(stepsToRead(cursor.at - start - (data?.length ?? 0)));
  return { number, value, isStream, data, start, end: cursor.at };
}

export function readIntegerObject(cursor: Cursor, number: number): PdfValue {
  const start = cursor.at;
  expectText(cursor, `${number} 0 obj`);
  skipSpace(cursor);
  const value = readValue(cursor);
  cursor.budget.spend(stepsToRead(cursor.at - start));
  return value;
}

function takeStream(
  cursor: Cursor,
  { value, readLength }: { value: PdfValue; readLength: ReadLength },
): Uint8Array {
  if (!isOfType(value, 'dictionary')) throw refuse(cursor, 'malformed_pdf', 'a stream has no dictionary');
  const { entries } = value;
  if (PACKED_TYPES.includes(nameOf(entries.get('Type')) ?? '')) {
    throw refuse(cursor, 'unsupported_pdf', 'it has object streams');
  }
  if (['F', 'Ref', 'OPI'].some((key) => entries.has(key))) {
    throw refuse(cursor, 'active_content', 'a stream takes its content from elsewhere');
  }
  const stated = entries.get('Length');
  const length = isOfType(stated, 'reference') ? readLength(stated.number) : stated;
  expectText(cursor, 'stream');
  if (cursor.bytes[cursor.at] === 0x0d && cursor.bytes[cursor.at + 1] !== 0x0a) {
    throw refuse(cursor, 'malformed_pdf', 'a stream begins without a line feed');
  }
  const isKnown = typeof length === 'number' && Number.isSafeInteger(length) && length >= 0;
  if (!skipLineEnd(cursor) || !isKnown) throw refuse(cursor, 'malformed_pdf', 'a stream is out of form');
  const data = cursor.bytes.subarray(cursor.at, cursor.at + length);
  cursor.at += length;
  skipLineEnd(cursor);
  expectText(cursor, 'endstream');
  skipSpace(cursor);
  return data;
}

function assertPassive(cursor: Cursor, value: PdfValue): void {
  visitValues(value, (inner) => {
    if (!isOfType(inner, 'dictionary')) return;
    const { entries } = inner;
    if (entries.has('JS') || entries.has('XFA') || nameOf(entries.get('S')) === 'JavaScript') {
      throw refuse(cursor, 'active_content', 'it has a script');
    }
  });
}
