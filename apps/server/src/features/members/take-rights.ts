import { rightOf } from '../../http/right-of.ts';
import { restWhileEnding } from '../../platform/database/right-lock.ts';
import { LostRaceError, type Tx } from '../../platform/database/transact.ts';
import type { Author } from './exports/change-author.ts';
import type { MemberKey } from './exports/lock-members.ts';

/**
 * Takes the rights of a change: it rests on the author's, and takes those of the keys of the members alone whose rights
 * it ends, or makes smaller. It waits for writes under way by those keys, and comes before any row of a member is
 * locked.
 */
export const takeRights = async (
  tx: Tx,
  { organisationId, author, ended }: { organisationId: string; author: Author; ended: string[] },
): Promise<string[]> => {
  const keys = ended.length === 0 ? [] : await listKeys(tx, { organisationId, memberIds: ended });
  const names = keys.map((id) => ({ kind: 'credential' as const, id }));
  await restWhileEnding(tx, rightOfAuthor(author), names);
  return keys;
};

/** The right that a change rests on; the host's operator and the job of a directory have none that could end. */
export const rightOfAuthor = (author: Author) => {
  if (author === 'host') return null;
  const caller = 'directory' in author ? author.directory : author;
  return caller && rightOf(caller);
};

/** Has the change run again if a key was made for the member before they were locked. Gives the member's keys. */
export const requireAllTaken = async (
  tx: Tx,
  { organisationId, memberId }: MemberKey,
  taken: string[],
): Promise<string[]> => {
  const keys = await listKeys(tx, { organisationId, memberIds: [memberId] });
  if (keys.every((id) => taken.includes(id))) return keys;
  throw new LostRaceError('a key was made for the member meanwhile');
};

const listKeys = async (
  tx: Tx,
  { organisationId, memberIds }: { organisationId: string; memberIds: string[] },
): Promise<string[]> => {
  const keys = await tx.db.credential.findMany({
    select: { id: true },
    where: {
      organisation_id: organisationId,
      member_id: { in: memberIds },
      revoked_at: null,
      // A key that expired may get another end; a session that did is over for good.
      OR: [{ kind: 'key' }, { expires_at: { gt: tx.now } }],
    },
  });
  return keys.map(({ id }) => id);
};
