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

/**
 * Refuses whoever would grant more than they hold, as it is now: another may have changed that since the request came. A
 * key that was replaced grants no role: a member outlives it.
 *
 * @throws {ApiError} permission_denied
 */
export const requireGrant = async (tx: Tx, author: Author, role: RoleName | null): Promise<void> => {
  if (author === 'host') return;
  const { scopes, isReplaced } = await readHeld(tx, author);
  const missing = (['members:write', ...(role ? ROLES[role] : [])] as Scope[]).find(
    (scope) => !scopes.includes(scope),
  );
  if (missing) throw tooMuch(`the credential does not have the scope ${missing}.`);
  if (role && isReplaced) throw tooMuch('this key was replaced and ends soon. Use the new one.');
};

const tooMuch = (why: string) =>
  new ApiError('permission_denied', `Nobody grants more than they hold: ${why}`);
