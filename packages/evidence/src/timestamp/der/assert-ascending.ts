import { Refusal } from '../refusal.ts';
import { compareBytes } from './compare-bytes.ts';
import type { DerNode } from './der-node.ts';

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
  if (!isAscending) throw new Refusal('malformed', 'Not DER: a set out of order.');
}
