import { ROLES, type RoleName, type Scope } from '@field-inspection/contract';
import { ApiError } from '../../api-error.ts';
import type { Caller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';

/** Who changes members: a caller, or the host's operator, who may do everything. */
export type Author = Caller | 'host';

/** As entries of the chain name it. */
export const nameAuthor = (author: Author) => (author === 'host' ? { host: true } : nameActor(author));

/**
 * Refuses whoever would grant more than they hold. Of a member the role is read anew, under the organisation's lock:
 * another may have changed it since the request came.
 *
 * @throws {ApiError} permission_denied
 */
export const requireGrant = async (tx: Tx, author: Author, role: RoleName | null): Promise<void> => {
  if (author === 'host') return;
  const held = await listHeld(tx, author);
  const missing = (['members:write', ...(role ? ROLES[role] : [])] as Scope[]).find(
    (scope) => !held.includes(scope),
  );
  if (!missing) return;
  const message = `Nobody grants more than they hold: the credential does not have the scope ${missing}.`;
  throw new ApiError('permission_denied', message);
};

const listHeld = async (tx: Tx, { organisationId, memberId, scopes }: Caller): Promise<readonly Scope[]> => {
  if (memberId === null) return scopes;
  const member = await tx.db.member.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: organisationId, id: memberId } },
  });
  const allowed: readonly Scope[] = member.status === 'active' ? ROLES[member.role as RoleName] : [];
  return scopes.filter((scope) => allowed.includes(scope));
};
