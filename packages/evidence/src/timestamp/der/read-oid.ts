import { Refusal } from '../refusal.ts';
import type { DerNode } from './der-node.ts';
import { OBJECT_IDENTIFIER } from './tags.ts';

/**
 * An object identifier in dotted form (X.690, section 8.19). Its numbers may be of any size: those under 2.25 have
 * 128 bits.
 *
 * @throws {Refusal} `malformed`
 */
export function readOid(node: DerNode): string {
  if (node.tag !== OBJECT_IDENTIFIER) throw new Refusal('malformed', 'An object identifier is missing.');

  const numbers: bigint[] = [];
  let number = 0n;
  for (const byte of node.content) {
    number = (number << 7n) | BigInt(byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0n;
  }
  return [...splitFirst(numbers[0]!), ...numbers.slice(1)].join('.');
}

// The first two numbers share one: 40 × first + second, and only under 2 may the second exceed 39.
function splitFirst(number: bigint): [bigint, bigint] {
  const first = number < 80n ? number / 40n : 2n;
  return [first, number - first * 40n];
}
