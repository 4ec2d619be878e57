import type { RoleName } from '@field-inspection/contract';
import { judgeRole } from '@field-inspection/rules';
import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { readHeld, type Held } from '../../../http/read-held.ts';

/** A directory, by its token; null where a job carries out what an admin's map of roles says. */
export type DirectoryAuthor = { directory: Caller | null };

/** A caller, or the host's operator, who may do everything. */
export type CallerOrHost = Caller | 'host';

/** The author of a change of members, which a directory makes, too. */
export type Author = CallerOrHost | DirectoryAuthor;

/** Names the author as entries of the chain do. */
export const nameAuthor = (author: Author) => {
  if (author === 'host') return { host: true };
  if (!('directory' in author)) return nameActor(author);
  return { directory: true, ...(author.directory ? nameActor(author.directory) : {}) };
};

/**
 * Refuses a grant of more than the author holds now: another may have changed that since the request came.
 *
 * @throws {Refusal} permission_denied
 */
export const requireGrant = async (tx: Tx, author: Author, grant: { role: RoleName | null }): Promise<void> =>
  judgeRole(await readHeldBy(tx, author), grant);

// An empty list of networks stands for all of them.
export const readHeldBy = (tx: Tx, author: Author): 'host' | 'directory' | Promise<Held> => {
  if (author === 'host') return author;
  return 'directory' in author ? 'directory' : readHeld(tx, author, []);
};
