import { ReportRefusal, REPORT_PLACE } from '../report-refusal.ts';
import { openBudget, type StepBudget } from '../step-budget.ts';
import { isSpace, refuse, skipLineEnd, skipSpace, startsWith, type Cursor } from './cursor.ts';
import { equalValues } from './equal-values.ts';
import {
  isList,
  isOfType,
  type PdfDictionary,
  type PdfObject,
  type PdfObjects,
  type PdfValue,
} from './pdf-value.ts';
import { readIntegerObject, readObject, type ReadLength } from './read-object.ts';
import { readSection, type Section } from './read-section.ts';

/** Objects written at once: the first revision is the document, each further one an addition. */
export type Revision = {
  readonly place: string;
  /** The place behind the revision's %%EOF. A line end may follow. */
  readonly end: number;
  readonly trailer: PdfDictionary['entries'];
  readonly root: number;
  readonly own: PdfObjects;
  /** The objects that count once the revision is written. */
  readonly objects: PdfObjects;
};

const HEADER = /^%PDF-(?:1\.[4-7]|2\.0)$/;
const TAIL = /startxref(?:\r\n|\r|\n)(0|[1-9]\d*)(?:\r\n|\r|\n)%%EOF(?:\r\n|\r|\n)?$/;
const TAIL_LENGTH = 64;
const MAX_REVISIONS = 100;

// Each revision is compared with the one before. The largest report has 80 000 objects, and seldom ten revisions.
const MAX_COMPARED = 4_000_000;

/**
 * Takes a PDF apart into its revisions, in their order (ISO 32000-1, sections 7.5.2 to 7.5.6). Every byte must be
 * accounted for: a header, objects, a table that lists exactly those objects, a trailer, and nothing else. So no object
 * is visible to one program and not to another.
 *
 * @throws {ReportRefusal} `malformed_pdf`, `unsupported_pdf`, `encrypted_pdf`, `too_large`, `bytes_after_end`,
 *   `active_content`
 * @throws {TooComplex}
 */
export function readRevisions(bytes: Uint8Array, budget: StepBudget = openBudget()): Revision[] {
  const sections = readSections({ bytes, place: REPORT_PLACE, budget });
  assertEnd({ bytes, place: REPORT_PLACE, budget }, sections.at(-1)!);
  const count = sections.reduce((sum, { offsets }) => sum + offsets.size, 0);
  if (count * sections.length > MAX_COMPARED) {
    throw new ReportRefusal(REPORT_PLACE, 'too_large', 'It has too many objects in too many revisions.');
  }
  const revisions: Revision[] = [];
  for (const [index, section] of sections.entries()) {
    const before = revisions.at(-1);
    const place = `revision ${index + 1}`;
    const cursor = {
      bytes,
      place,
      budget,
      at: before?.end ?? skipHeader({ bytes, place: REPORT_PLACE, budget }),
    };
    const own = readOwnObjects(cursor, { section, before });
    const objects = new Map([...(before?.objects ?? []), ...own]);
    const root = readRoot(cursor, { section, objects });
    assertTrailer(cursor, { section, before, objects, root });
    const { end, trailer } = section;
    revisions.push({ place: cursor.place, end, trailer, root, own, objects });
  }
  return revisions;
}

type File = Omit<Cursor, 'at'>;

function readSections(file: File): Section[] {
  const sections: Section[] = [];
  for (let at: number | undefined = findTable(file.bytes); at !== undefined;) {
    if (sections.length === MAX_REVISIONS) {
      throw new ReportRefusal(REPORT_PLACE, 'too_large', `It has more than ${MAX_REVISIONS} revisions.`);
    }
    const cursor = { ...file, at };
    const section = readSection(cursor);
    const prev = section.trailer.get('Prev');
    if (prev !== undefined && !(Number.isSafeInteger(prev) && (prev as number) < at)) {
      throw refuse(cursor, 'unsupported_pdf', 'its revisions are not in order, or it is linearised');
    }
    // Overlapping tables would each be read once for every table around them.
    if (sections[0] && section.end > sections[0].start) {
      throw refuse(cursor, 'malformed_pdf', 'two tables overlap');
    }
    at = prev as number | undefined;
    sections.unshift(section);
  }
  return sections;
}

// The end of the file may lead to a table further up, which has an end of its own.
function assertEnd(file: File, { end }: Section): void {
  const cursor: Cursor = { ...file, at: end };
  skipLineEnd(cursor);
  if (cursor.at !== file.bytes.length)
    throw refuse(cursor, 'bytes_after_end', 'something follows its last revision');
}

function findTable(bytes: Uint8Array): number {
  const tail = String.fromCharCode(...bytes.subarray(-TAIL_LENGTH));
  const [, offset] = TAIL.exec(tail) ?? [];
  if (offset !== undefined && Number(offset) < bytes.length) return Number(offset);
  // An end further up means a whole file, to which something was added.
  const hasEnd = offset === undefined && hasText(bytes, '%%EOF');
  const code = hasEnd ? 'bytes_after_end' : 'malformed_pdf';
  throw new ReportRefusal(REPORT_PLACE, code, 'It does not end as a PDF does.');
}

function hasText(bytes: Uint8Array, text: string): boolean {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (startsWith({ bytes, at }, text)) return true;
  }
  return false;
}

// The header, and a comment of bytes that no text has, so that programs don't take the file for text (7.5.2).
function skipHeader(file: File): number {
  const cursor: Cursor = { ...file, at: 0 };
  if (!HEADER.test(takeLine(cursor))) throw refuse(cursor, 'malformed_pdf', 'it has no header of a PDF');
  skipSpace(cursor);
  if (startsWith(cursor, '%')) takeLine(cursor);
  return cursor.at;
}

function takeLine(cursor: Cursor): string {
  const start = cursor.at;
  while (cursor.at < start + 32 && cursor.at < cursor.bytes.length) {
    const byte = cursor.bytes[cursor.at];
    if (byte === 0x0a || byte === 0x0d) break;
    cursor.at++;
  }
  const line = String.fromCharCode(...cursor.bytes.subarray(start, cursor.at));
  if (!skipLineEnd(cursor)) throw refuse(cursor, 'malformed_pdf', 'a comment is too long');
  return line;
}

// Objects are read in the file's order: each must begin where the one before ends.
function readOwnObjects(
  cursor: Cursor,
  { section, before }: { section: Section; before: Revision | undefined },
): Map<number, PdfObject> {
  const readLength = openLengths(cursor, { section, before });
  const own = new Map<number, PdfObject>();
  const inOrder = [...section.offsets].sort(([, one], [, other]) => one - other);
  for (const [number, offset] of inOrder) {
    skipTo(cursor, offset);
    own.set(number, readObject(cursor, { number, readLength }));
  }
  skipTo(cursor, section.start);
  return own;
}

function skipTo(cursor: Cursor, offset: number): void {
  while (cursor.at < offset && isSpace(cursor.bytes[cursor.at])) cursor.at++;
  if (cursor.at !== offset) {
    throw refuse(
      cursor,
      'malformed_pdf',
      'something stands there that its table does not list, or lists twice',
    );
  }
}

// Each length is read once, however many streams refer to it: a stranger may put any amount of space before it.
function openLengths(
  cursor: Cursor,
  { section, before }: { section: Section; before: Revision | undefined },
): ReadLength {
  const lengths = new Map<number, PdfValue>();
  return (number) => {
    const at = section.offsets.get(number);
    if (at === undefined) return before?.objects.get(number)?.value;
    const length = lengths.get(number) ?? readIntegerObject({ ...cursor, at }, number);
    lengths.set(number, length);
    return length;
  };
}

function readRoot(cursor: Cursor, { section, objects }: { section: Section; objects: PdfObjects }): number {
  const root = section.trailer.get('Root');
  const catalog = isOfType(root, 'reference') ? objects.get(root.number) : undefined;
  if (!catalog || !isOfType(catalog.value, 'dictionary')) {
    throw refuse(cursor, 'malformed_pdf', 'it has no catalog');
  }
  return catalog.number;
}

// Programs take an object whose number is not below Size for a missing one (7.5.5).
function assertTrailer(
  cursor: Cursor,
  given: { section: Section; before: Revision | undefined; objects: PdfObjects; root: number },
): void {
  const { section, before, objects, root } = given;
  const highest = [...objects.keys()].reduce((one, other) => Math.max(one, other), 0);
  if (section.trailer.get('Size') !== highest + 1) {
    throw refuse(cursor, 'malformed_pdf', 'its trailer counts other objects than there are');
  }
  if (before === undefined) return;
  const [id, idBefore] = [section, before].map(({ trailer }) => firstOf(trailer.get('ID')));
  if (before.root !== root || (idBefore !== undefined && !equalValues(id, idBefore))) {
    throw refuse(cursor, 'malformed_pdf', 'its trailer is that of another document');
  }
}

function firstOf(value: ReturnType<PdfDictionary['entries']['get']>) {
  return isList(value) ? value[0] : undefined;
}
