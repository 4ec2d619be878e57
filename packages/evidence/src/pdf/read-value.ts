import { expectText, isSpace, refuse, skipSpace, startsWith, takeWord, type Cursor } from './cursor.ts';
import type { PdfDictionary, PdfName, PdfReference, PdfValue } from './pdf-value.ts';
import { NODE_STEPS, VALUE_STEPS } from '../step-budget.ts';
import { readHexString, readLiteralString } from './read-string.ts';

// Reports are some 10 deep. The bound keeps a hostile file from overflowing the stack.
const MAX_DEPTH = 64;

const OPENING = [...'<(['].map((character) => character.charCodeAt(0));
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const COUNT = /^[1-9]\d{0,9}$/;
const WORDS: ReadonlyMap<string, PdfValue> = new Map<string, PdfValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Reads a value (ISO 32000-1, section 7.3). Refuses comments, and whatever programs read differently: a repeated key,
 * an unknown word, a name with needless escapes.
 *
 * @throws {ReportRefusal} `malformed_pdf`, `unsupported_pdf`
 * @throws {TooComplex}
 */
export function readValue(cursor: Cursor, depth = 0): PdfValue {
  if (depth > MAX_DEPTH) throw refuse(cursor, 'malformed_pdf', `nested deeper than ${MAX_DEPTH} levels`);
  const first = cursor.bytes[cursor.at];
  const isNode = first !== undefined && OPENING.includes(first);
  cursor.budget.spend(isNode ? NODE_STEPS : VALUE_STEPS);
  if (startsWith(cursor, '<<')) return readDictionary(cursor, depth);
  if (startsWith(cursor, '<')) return readHexString(cursor);
  if (startsWith(cursor, '(')) return readLiteralString(cursor);
  if (startsWith(cursor, '[')) return readList(cursor, depth);
  if (startsWith(cursor, '/')) return readName(cursor);
  return readReference(cursor) ?? readWord(cursor);
}

function readDictionary(cursor: Cursor, depth: number): PdfDictionary {
  expectText(cursor, '<<');
  const entries = new Map<string, PdfValue>();
  for (skipSpace(cursor); !startsWith(cursor, '>>'); skipSpace(cursor)) {
    const { name } = readName(cursor);
    skipSpace(cursor);
    if (entries.has(name)) throw refuse(cursor, 'malformed_pdf', 'a dictionary has a key twice');
    entries.set(name, readValue(cursor, depth + 1));
  }
  expectText(cursor, '>>');
  return { type: 'dictionary', entries };
}

function readList(cursor: Cursor, depth: number): PdfValue[] {
  expectText(cursor, '[');
  const items: PdfValue[] = [];
  for (skipSpace(cursor); !startsWith(cursor, ']'); skipSpace(cursor)) {
    items.push(readValue(cursor, depth + 1));
  }
  expectText(cursor, ']');
  return items;
}

// Section 7.3.5. A needless escape is a second spelling: /Cont#65nts is /Contents.
function readName(cursor: Cursor): PdfName {
  expectText(cursor, '/');
  const word = takeWord(cursor, 256);
  const name = word.replaceAll(/#([\s\S]{0,2})/g, (_escape, digits: string) => {
    const code = /^[0-9A-Fa-f]{2}$/.test(digits) ? Number.parseInt(digits, 16) : 0;
    const character = String.fromCharCode(code);
    if (code !== 0 && !/[!$&'*+,\-.0-9:;=?@A-Z\\^_`a-z|~"]/.test(character)) return character;
    throw refuse(cursor, 'malformed_pdf', 'a name has escapes that it needs not');
  });
  return { type: 'name', name };
}

// Section 7.3.10. A generation other than 0 belongs to an object that was deleted once.
function readReference(cursor: Cursor): PdfReference | undefined {
  const ahead: Cursor = { ...cursor };
  const first = ahead.bytes[ahead.at];
  if (first === undefined || first < 0x30 || first > 0x39) return undefined;

  const number = takeWord(ahead);
  if (!isSpace(ahead.bytes[ahead.at])) return undefined;
  skipSpace(ahead);
  const generation = takeWord(ahead);
  if (!isSpace(ahead.bytes[ahead.at])) return undefined;
  skipSpace(ahead);
  if (takeWord(ahead) !== 'R') return undefined;
  if (generation !== '0') throw refuse(cursor, 'unsupported_pdf', 'an object of another generation');
  if (!COUNT.test(number)) throw refuse(cursor, 'malformed_pdf', 'a reference is not of its form');
  cursor.at = ahead.at;
  return { type: 'reference', number: Number(number) };
}

function readWord(cursor: Cursor): PdfValue {
  const word = takeWord(cursor);
  if (NUMBER.test(word)) return Number(word);
  const value = WORDS.get(word);
  if (value === undefined) throw refuse(cursor, 'malformed_pdf', 'a value is missing, or unknown');
  return value;
}
