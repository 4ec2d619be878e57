import { compareBytes } from '../bytes.ts';
import { NODE_STEPS, openBudget, type StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { BIT_STRING, BOOLEAN, ENUMERATED, INTEGER, NULL, OBJECT_IDENTIFIER, SEQUENCE, SET } from './tags.ts';

/** One value: its tag, its bytes as they were received (tag and length included), and what is inside. */
export type DerNode = {
  readonly tag: number;
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
  readonly children: readonly DerNode[];
};

// Tokens are about 15 deep. A bound keeps a hostile one from overflowing the stack.
const MAX_DEPTH = 40;

const CONSTRUCTED = 0x20;

// One for all: most values are of this kind, and a stranger may send millions.
const NONE: readonly DerNode[] = [];

/**
 * Reads one DER value (ITU-T X.690, section 10) and everything inside it, and refuses whatever DER would have written
 * otherwise: a token is compared and hashed as bytes, so that one value must have one spelling. The bytes stay those
 * that were received; nothing here is ever written anew.
 *
 * @param budget each value is paid for by it. Default: one for these bytes alone.
 * @throws {Refusal} `malformed`
 * @throws {TooComplex}
 */
export function readDer(bytes: Uint8Array, budget: StepBudget = openBudget()): DerNode {
  const node = readNode(bytes, 0, { depth: 0, budget });
  if (node.bytes.length !== bytes.length) throw malformed('bytes after the end');
  return node;
}

/**
 * Reads a DER value that stands in a place which is larger, and filled up with zeros.
 *
 * @throws {Refusal} `malformed`
 * @throws {TooComplex}
 */
export function readPaddedDer(bytes: Uint8Array, budget: StepBudget = openBudget()): DerNode {
  const node = readNode(bytes, 0, { depth: 0, budget });
  if (bytes.subarray(node.bytes.length).some((byte) => byte !== 0)) throw malformed('bytes after the end');
  return node;
}

type Reading = { readonly depth: number; readonly budget: StepBudget };

// The value that begins there. A list of a megabyte has a hundred thousand: none is cut out but what is kept.
function readNode(bytes: Uint8Array, start: number, reading: Reading): DerNode {
  const { depth, budget } = reading;
  budget.spend(NODE_STEPS);
  if (depth > MAX_DEPTH) throw malformed(`nested deeper than ${MAX_DEPTH} levels`);
  const tag = bytes[start];
  if (tag === undefined || (tag & 0x1f) === 0x1f) throw malformed('a tag of more than one byte, or none');

  const { length, contentStart } = readLength(bytes, start + 1);
  const end = contentStart + length;
  if (end > bytes.length) throw malformed('a value that is cut off');

  const content = bytes.subarray(contentStart, end);
  const fault = findValueFault(tag, content);
  if (fault) throw malformed(fault);
  return { tag, bytes: bytes.subarray(start, end), content, children: readChildren(tag, content, reading) };
}

// X.690, section 10.1: definite, in the fewest bytes.
function readLength(bytes: Uint8Array, at: number): { length: number; contentStart: number } {
  const first = bytes[at];
  if (first === undefined) throw malformed('a value that is cut off');
  if (first < 0x80) return { length: first, contentStart: at + 1 };

  const contentStart = at + 1 + first - 0x80;
  const digits = bytes.subarray(at + 1, contentStart);
  const length = digits.reduce((sum, digit) => sum * 256 + digit, 0);
  // No digits at all are BER's length without an end; too few, a value that is cut off.
  if (digits[0] === 0 || length < 0x80) throw malformed('a length in more bytes than it needs');
  return { length, contentStart };
}

function readChildren(tag: number, content: Uint8Array, { depth, budget }: Reading): readonly DerNode[] {
  if ((tag & CONSTRUCTED) === 0) return NONE;

  const inside = { depth: depth + 1, budget };
  const children: DerNode[] = [];
  for (let offset = 0; offset < content.length; offset += children.at(-1)!.bytes.length) {
    children.push(readNode(content, offset, inside));
  }
  if (tag === SET) assertAscending(children);
  return children;
}

/**
 * X.690, section 11.6: the members of a SET OF ascend.
 *
 * @throws {Refusal} `malformed`
 */
export function assertAscending(members: readonly DerNode[]): void {
  const isAscending = members.every((member, index) => {
    const previous = members[index - 1];
    return !previous || compareBytes(previous.bytes, member.bytes) <= 0;
  });
  if (!isAscending) throw malformed('a set out of order');
}

// What is not DER in the value of a universal type, in words. Other tags say nothing of what is inside.
function findValueFault(tag: number, content: Uint8Array): string | undefined {
  if (tag >= 0x40) return undefined;
  if (tag >= 0x20 && tag !== SEQUENCE && tag !== SET) return 'a string in pieces';
  if (tag === (SEQUENCE & 0x1f) || tag === (SET & 0x1f)) return 'a sequence or set of no values';

  switch (tag) {
    case 0x00:
      return 'an end-of-contents mark';
    case BOOLEAN:
      return isBoolean(content) ? undefined : 'a boolean that is neither 00 nor FF';
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

function isBoolean(content: Uint8Array): boolean {
  return content.length === 1 && (content[0] === 0x00 || content[0] === 0xff);
}

// X.690, section 11.2.1. Without further bytes the last one is the count itself, which must be zero.
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
  return new Refusal('malformed', `Not DER: ${reason}.`);
}
