import { Refusal } from '../refusal.ts';
import { assertAscending } from './assert-ascending.ts';
import type { DerNode } from './der-node.ts';
import { findValueFault } from './find-value-fault.ts';
import { SET } from './tags.ts';

// Tokens are about 15 deep. A bound keeps a hostile one from overflowing the stack.
const MAX_DEPTH = 40;

const CONSTRUCTED = 0x20;

/**
 * Reads one DER value (ITU-T X.690, section 10) and everything inside it, and refuses whatever DER would have written
 * otherwise: a token is compared and hashed as bytes, so that one value must have one spelling. The bytes stay those
 * that were received; nothing here is ever written anew.
 *
 * @throws {Refusal} `malformed`
 */
export function readDer(bytes: Uint8Array): DerNode {
  const node = readNode(bytes, 0);
  if (node.bytes.length !== bytes.length) throw malformed('bytes after the end');
  return node;
}

// The first value of the bytes.
function readNode(bytes: Uint8Array, depth: number): DerNode {
  if (depth > MAX_DEPTH) throw malformed(`nested deeper than ${MAX_DEPTH} levels`);
  const tag = bytes[0];
  if (tag === undefined || (tag & 0x1f) === 0x1f) throw malformed('a tag of more than one byte, or none');

  const { length, headerLength } = readLength(bytes);
  const end = headerLength + length;
  if (end > bytes.length) throw malformed('a value that is cut off');

  const content = bytes.subarray(headerLength, end);
  const fault = findValueFault(tag, content);
  if (fault) throw malformed(fault);
  return { tag, bytes: bytes.subarray(0, end), content, children: readChildren(tag, content, depth) };
}

// X.690, section 10.1: definite, in the fewest bytes.
function readLength(bytes: Uint8Array): { length: number; headerLength: number } {
  const first = bytes[1];
  if (first === undefined) throw malformed('a value that is cut off');
  if (first < 0x80) return { length: first, headerLength: 2 };

  const count = first - 0x80;
  const digits = bytes.subarray(2, 2 + count);
  const length = digits.reduce((sum, digit) => sum * 256 + digit, 0);
  // No digits at all are BER's length without an end; too few, a value that is cut off.
  if (digits[0] === 0 || length < 0x80) throw malformed('a length in more bytes than it needs');
  return { length, headerLength: 2 + count };
}

function readChildren(tag: number, content: Uint8Array, depth: number): DerNode[] {
  if ((tag & CONSTRUCTED) === 0) return [];

  const children: DerNode[] = [];
  for (let offset = 0; offset < content.length; offset += children.at(-1)!.bytes.length) {
    children.push(readNode(content.subarray(offset), depth + 1));
  }
  if (tag === SET) assertAscending(children);
  return children;
}

function malformed(reason: string): Refusal {
  return new Refusal('malformed', `Not DER: ${reason}.`);
}
