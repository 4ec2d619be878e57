import { ROLES, type RoleName, type Scope } from '@field-inspection/contract';
import { ApiError } from '../../api-error.ts';
import type { Caller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { readHeld } from '../../http/read-held.ts';

/** Who changes members: a caller, or the host's operator, who may do everything. */
export type Author = Caller | 'host';

/** As entries of the chain name it. */
export const nameAuthor = (author: Author) => (author === 'host' ? { host: true } : nameActor(author));

/** A role that is given, and what the member had before; null for none. */
type RoleGrant = { role: RoleName | null; before?: RoleName | null };

/**
 * Refuses whoever would grant more than they hold, as it is now: another may have changed that since the request came. A
 * member has no end and comes from anywhere, so a key that ends, or is bound to networks, gives nobody anything new.
 *
 * @throws {ApiError} permission_denied
 */
export const requireGrant = async (
  tx: Tx,
  author: Author,
  { role, before = null }: RoleGrant,
): Promise<void> => {
  if (author === 'host') return;
  // No network at all stands for all of them.
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
