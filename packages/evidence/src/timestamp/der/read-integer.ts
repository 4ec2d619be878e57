import { Refusal } from '../refusal.ts';
import { isMinimalInteger } from './is-minimal-integer.ts';
import type { DerNode } from './der-node.ts';

/**
 * A small integer: versions, counts, seconds. Its minimal form is checked here too, since under a context tag the
 * reader does not know that it is one.
 *
 * @throws {Refusal} `malformed` when it is negative or beyond 2^31 - 1.
 */
export function readInteger({ content }: DerNode): number {
  if (!isMinimalInteger(content) || content.length > 4 || content[0]! >= 0x80) {
    throw new Refusal('malformed', 'An integer is out of its range.');
  }
  return content.reduce((sum, byte) => sum * 256 + byte, 0);
}
