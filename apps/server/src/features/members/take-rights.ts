import { Prisma } from '#prisma';
import { rightOf } from '../../http/right-of.ts';
import { lockKeyOf, requireRight } from '../../platform/database/right-lock.ts';
import { LostRaceError, type Tx } from '../../platform/database/transact.ts';
import type { Author } from './change-author.ts';
import type { MemberKey } from './lock-members.ts';

/**
 * Takes the rights of a change: the author's is shared, and those of the member's keys are taken alone where the change
 * `ends` them. All in one order, so that two who remove each other take their turns; then the author's is judged.
 * Writes by those keys that are under way are waited for. Comes before any row is locked.
 */
export const takeRights = async (
  tx: Tx,
  { author, ends, ...key }: MemberKey & { author: Author; ends: boolean },
): Promise<string[]> => {
  const ended = ends ? await listKeys(tx, key) : [];
  const wanted = new Map(ended.map((id) => [lockKeyOf({ kind: 'credential', id }), 'alone']));
  const right = author === 'host' ? null : rightOf(author);
  if (right && !wanted.has(lockKeyOf(right.name))) wanted.set(lockKeyOf(right.name), 'shared');
  for (const [number, how] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const take = Prisma.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
    await tx.db.$queryRaw`select ${take}(${number})::text as locked`;
  }
  await requireRight(tx.db, right);
  return ended;
};

/** Has the change run again where a key was made for the member before they were locked. */
export const requireAllTaken = async (tx: Tx, key: MemberKey, taken: string[]): Promise<void> => {
  const keys = await listKeys(tx, key);
  if (keys.every((id) => taken.includes(id))) return;
  throw new LostRaceError('a key was made for the member meanwhile');
};

const listKeys = async (tx: Tx, { organisationId, memberId }: MemberKey): Promise<string[]> => {
  const keys = await tx.db.credential.findMany({
    select: { id: true },
    where: { organisation_id: organisationId, member_id: memberId, revoked_at: null },
  });
  return keys.map(({ id }) => id);
};
