import { rightOf } from '../../http/right-of.ts';
import { restWhileEnding } from '../../platform/database/right-lock.ts';
import { LostRaceError, type Tx } from '../../platform/database/transact.ts';
import type { Author } from './change-author.ts';
import type { MemberKey } from './lock-members.ts';

/**
 * Takes the rights of a change: it rests on the author's, and takes those of the member's keys alone if the change
 * `ends` them, or makes them smaller. It waits for writes under way by those keys, and comes before any row is locked.
 */
export const takeRights = async (
  tx: Tx,
  { author, ends, ...key }: MemberKey & { author: Author; ends: boolean },
): Promise<string[]> => {
  const ended = ends ? await listKeys(tx, key) : [];
  const names = ended.map((id) => ({ kind: 'credential' as const, id }));
  await restWhileEnding(tx, author === 'host' ? null : rightOf(author), names);
  return ended;
};

/** Has the change run again if a key was made for the member before they were locked. */
export const requireAllTaken = async (tx: Tx, key: MemberKey, taken: string[]): Promise<void> => {
  const keys = await listKeys(tx, key);
  if (keys.every((id) => taken.includes(id))) return;
  throw new LostRaceError('a key was made for the member meanwhile');
};

const listKeys = async (tx: Tx, { organisationId, memberId }: MemberKey): Promise<string[]> => {
  const keys = await tx.db.credential.findMany({
    select: { id: true },
    where: {
      organisation_id: organisationId,
      member_id: memberId,
      revoked_at: null,
      // A key that expired may get another end; a session that did is over for good.
      OR: [{ kind: 'key' }, { expires_at: { gt: tx.now } }],
    },
  });
  return keys.map(({ id }) => id);
};
