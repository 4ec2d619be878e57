import { ROLES, type RoleName, type Scope } from '@field-inspection/contract';
import { ApiError } from '../../api-error.ts';
import type { Caller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { readHeld } from '../../http/read-held.ts';

/** A directory, by its token; null where a job carries out what an admin's map of roles says. */
export type DirectoryAuthor = { directory: Caller | null };

/** The author of a change of members: a caller, a directory, or the host's operator, who may do everything. */
export type Author = Caller | DirectoryAuthor | 'host';

/** Names the author as entries of the chain do. */
export const nameAuthor = (author: Author) => {
  if (author === 'host') return { host: true };
  if (!('directory' in author)) return nameActor(author);
  return { directory: true, ...(author.directory ? nameActor(author.directory) : {}) };
};

/** A role that is given, and the member's role before; null for none. */
type RoleGrant = { role: RoleName | null; before?: RoleName | null };

/**
 * Refuses a grant of more than the author holds now: another may have changed that since the request came. A member has
 * no end and comes from anywhere, so a key that ends, or is bound to networks, grants nothing new. What a directory may
 * give was granted by who wrote its map of roles.
 *
 * @throws {ApiError} permission_denied
 */
export const requireGrant = async (
  tx: Tx,
  author: Author,
  { role, before = null }: RoleGrant,
): Promise<void> => {
  if (author === 'host' || 'directory' in author) return;
  // An empty list of networks stands for all of them.
  const { scopes, endsAt, covers } = await readHeld(tx, author, []);
  const missing = (['members:write', ...(role ? ROLES[role] : [])] as Scope[]).find(
    (scope) => !scopes.includes(scope),
  );
  if (missing) throw tooMuch(`the credential does not have the scope ${missing}.`);
  if (!role || !isWider(role, before)) return;
  if (endsAt)
    throw tooMuch(`this key ends at ${endsAt.toISOString()}, and a member does not. Use one without an end.`);
  if (!covers)
    throw tooMuch('this key is bound to networks, and a member is not. Use one that is not bound.');
};

const isWider = (role: RoleName, before: RoleName | null): boolean => {
  const had: readonly Scope[] = before ? ROLES[before] : [];
  return ROLES[role].some((scope) => !had.includes(scope));
};

const tooMuch = (why: string) =>
  new ApiError('permission_denied', `Nobody grants more than they hold: ${why}`);
