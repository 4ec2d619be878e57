import { concatBytes } from '../bytes.ts';
import { NODE_STEPS, openBudget, stepsToRead, type StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import {
  BIT_STRING,
  BOOLEAN,
  ENUMERATED,
  INTEGER,
  NULL,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  SEQUENCE,
  SET,
} from './tags.ts';

/**
 * Value: its tag, its bytes as they were received (tag and length included), and its content. A string in pieces has
 * the tag of a whole one, and the pieces joined for content.
 */
export type DerNode = {
  readonly tag: number;
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
  readonly children: readonly DerNode[];
};

// Tokens are about 15 deep. The bound keeps a hostile one from overflowing the stack.
const MAX_DEPTH = 40;

const CONSTRUCTED = 0x20;
const OCTETS_IN_PIECES = OCTET_STRING | CONSTRUCTED;

// All primitive values share this list, since a stranger may send millions of them.
const NONE: readonly DerNode[] = [];

/**
 * Reads one DER value (ITU-T X.690, section 10) and all inside it: signed or hashed bytes have one spelling. Three
 * deviations of authorities are allowed: unsorted sets, spelled-out defaults, and true as another byte than FF. The
 * received bytes stay, and are never written anew.
 *
 * @param budget pays for each value. Default: one for these bytes alone.
 * @throws {Refusal} `malformed`
 * @throws {TooComplex}
 */
export function readDer(bytes: Uint8Array, budget: StepBudget = openBudget()): DerNode {
  return assertWhole(readNode(bytes, 0, { depth: 0, budget, isStrict: true }), bytes);
}

/**
 * Reads one value as BER has it, too (X.690, section 8): lengths in more bytes than they need or marked by their end, and
 * octet strings in pieces. For what stands around signed values (RFC 5652, section 2); those are read by `readDer`.
 *
 * @throws {Refusal} `malformed`
 * @throws {TooComplex}
 */
export function readBer(bytes: Uint8Array, budget: StepBudget = openBudget()): DerNode {
  return assertWhole(readNode(bytes, 0, { depth: 0, budget, isStrict: false }), bytes);
}

/**
 * Like `readBer`, for a value whose place is larger and filled up with zeros.
 *
 * @throws {Refusal} `malformed`
 * @throws {TooComplex}
 */
export function readPaddedBer(bytes: Uint8Array, budget: StepBudget = openBudget()): DerNode {
  const node = readNode(bytes, 0, { depth: 0, budget, isStrict: false });
  if (bytes.subarray(node.bytes.length).some((byte) => byte !== 0)) throw malformed('bytes after the end');
  return node;
}

function assertWhole(node: DerNode, bytes: Uint8Array): DerNode {
  if (node.bytes.length !== bytes.length) throw malformed('bytes after the end');
  return node;
}

type Reading = { readonly depth: number; readonly budget: StepBudget; readonly isStrict: boolean };

function readNode(bytes: Uint8Array, start: number, reading: Reading): DerNode {
  const { depth, budget, isStrict } = reading;
  budget.spend(NODE_STEPS);
  if (depth > MAX_DEPTH) throw malformed(`nested deeper than ${MAX_DEPTH} levels`);
  const tag = bytes[start];
  if (tag === undefined || (tag & 0x1f) === 0x1f) throw malformed('a tag of more than one byte, or none');

  const { length, contentStart } = readLength(bytes, start + 1, isStrict);
  if (length === undefined) return readUnended(bytes, { start, contentStart, tag }, reading);
  const end = contentStart + length;
  if (end > bytes.length) throw malformed('a value that is cut off');

  const content = bytes.subarray(contentStart, end);
  const fault = findValueFault(tag, content, isStrict);
  if (fault) throw malformed(fault);
  const children = readChildren(tag, content, reading);
  return joinPieces({ tag, bytes: bytes.subarray(start, end), content, children }, budget);
}

// X.690, section 8.1.3.6: such a value consists of values, and ends at a mark.
function readUnended(
  bytes: Uint8Array,
  { start, contentStart, tag }: { start: number; contentStart: number; tag: number },
  { depth, budget, isStrict }: Reading,
): DerNode {
  if ((tag & CONSTRUCTED) === 0) throw malformed('a length without an end');
  const children: DerNode[] = [];
  let end = contentStart;
  while (bytes[end] !== 0 || bytes[end + 1] !== 0) {
    const child = readNode(bytes, end, { depth: depth + 1, budget, isStrict });
    children.push(child);
    end += child.bytes.length;
  }
  const content = bytes.subarray(contentStart, end);
  const fault = findValueFault(tag, content, isStrict);
  if (fault) throw malformed(fault);
  return joinPieces({ tag, bytes: bytes.subarray(start, end + 2), content, children }, budget);
}

// X.690, section 10.1: DER's length is definite, in the fewest bytes. BER has others, among them none, with a mark at
// the end.
function readLength(
  bytes: Uint8Array,
  at: number,
  isStrict: boolean,
): { length: number | undefined; contentStart: number } {
  const first = bytes[at];
  if (first === undefined) throw malformed('a value that is cut off');
  if (first < 0x80) return { length: first, contentStart: at + 1 };

  const contentStart = at + 1 + first - 0x80;
  const digits = bytes.subarray(at + 1, contentStart);
  const length = digits.reduce((sum, digit) => sum * 256 + digit, 0);
  if (!isStrict) return { length: first === 0x80 ? undefined : length, contentStart };
  // No digits are BER's length without an end; too few, a value that is cut off.
  if (digits[0] === 0 || length < 0x80) throw malformed('a length in more bytes than it needs');
  return { length, contentStart };
}

function readChildren(
  tag: number,
  content: Uint8Array,
  { depth, budget, isStrict }: Reading,
): readonly DerNode[] {
  if ((tag & CONSTRUCTED) === 0) return NONE;

  const inside = { depth: depth + 1, budget, isStrict };
  const children: DerNode[] = [];
  for (let offset = 0; offset < content.length; offset += children.at(-1)!.bytes.length) {
    children.push(readNode(content, offset, inside));
  }
  return children;
}

function joinPieces(node: DerNode, budget: StepBudget): DerNode {
  if (node.tag !== OCTETS_IN_PIECES) return node;
  if (node.children.some(({ tag }) => tag !== OCTET_STRING)) throw malformed('a string of other pieces');
  budget.spend(stepsToRead(node.content.length));
  const content = concatBytes(node.children.map((piece) => piece.content));
  return { tag: OCTET_STRING, bytes: node.bytes, content, children: NONE };
}

// Only tags of universal types tell their content.
function findValueFault(tag: number, content: Uint8Array, isStrict: boolean): string | undefined {
  if (tag >= 0x40 || tag === SEQUENCE || tag === SET) return undefined;
  if (tag === OCTETS_IN_PIECES && !isStrict) return undefined;
  if (tag >= 0x20) return 'a string in pieces';
  if (tag === (SEQUENCE & 0x1f) || tag === (SET & 0x1f)) return 'a sequence or set of no values';

  switch (tag) {
    case 0x00:
      return 'an end-of-contents mark';
    case BOOLEAN:
      return content.length === 1 ? undefined : 'a boolean of no byte, or of several';
    case INTEGER:
    case ENUMERATED:
      return isMinimalInteger(content) ? undefined : 'an integer in more bytes than it needs';
    case BIT_STRING:
      return isBitString(content) ? undefined : 'a bit string with unused bits set';
    case NULL:
      return content.length === 0 ? undefined : 'a null with a value';
    case OBJECT_IDENTIFIER:
      return isObjectIdentifier(content) ? undefined : 'an object identifier out of form';
    default:
      return undefined;
  }
}

// X.690, section 11.2.1. Without further bytes the last byte is the count itself, which must be zero.
function isBitString(content: Uint8Array): boolean {
  const unusedBits = content[0];
  if (unusedBits === undefined || unusedBits > 7) return false;
  return (content.at(-1)! & ((1 << unusedBits) - 1)) === 0;
}

// X.690, section 8.19.2: groups of seven bits; the last of each group has no top bit, none begins with zeros.
function isObjectIdentifier(content: Uint8Array): boolean {
  const last = content.at(-1);
  if (last === undefined || last >= 0x80) return false;
  return content.every((byte, index) => byte !== 0x80 || (content[index - 1] ?? 0) >= 0x80);
}

/** X.690, section 8.3.2: at least one byte, and the first nine bits not all alike. */
export function isMinimalInteger(content: Uint8Array): boolean {
  const [first, second] = content;
  if (first === undefined) return false;
  if (second === undefined) return true;
  return !(first === 0x00 && second < 0x80) && !(first === 0xff && second >= 0x80);
}

function malformed(reason: string): Refusal {
  return new Refusal('malformed', `Not ASN.1 as it is read here: ${reason}.`);
}
