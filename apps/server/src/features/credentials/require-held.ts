import { ApiError } from '../../api-error.ts';
import type { Caller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { readHeld, type Held } from '../../http/read-held.ts';

/** The rights of a credential: its scopes, end, networks and member, and its rate limit if one is given. */
export type Grant = {
  scopes: readonly string[];
  expiresAt: Date | null;
  allowedNetworks: readonly string[];
  rateLimit?: number | undefined;
  /** Null for a machine. */
  memberId: string | null;
};

/**
 * Refuses a grant of more than the caller's key holds: more scopes, time, networks or requests. A key of a member acts
 * in the member's name, so granting it takes the member's own key, or one that may change members. A key that a
 * rotation replaced holds until its overlap ends.
 *
 * @throws {ApiError} permission_denied, with what is too much
 */
export const requireHeld = async (tx: Tx, caller: Caller, grant: Grant): Promise<Held> => {
  const held = await readHeld(tx, caller, grant.allowedNetworks);
  const missing = grant.scopes.find((scope) => !held.scopes.some((each) => each === scope));
  if (missing !== undefined) throw tooMuch(`the scope ${missing}, which your key does not have`);
  const { endsAt } = held;
  if (endsAt && (!grant.expiresAt || grant.expiresAt > endsAt))
    throw tooMuch(`a time after ${endsAt.toISOString()}, when your key ends`);
  if (!held.covers) throw tooMuch('networks beyond those of your key');
  if ((grant.rateLimit ?? 0) > held.rateLimit)
    throw tooMuch(`more than the ${held.rateLimit} requests a minute of your key`);
  if (grant.memberId && grant.memberId !== caller.memberId && !held.scopes.includes('members:write'))
    throw new ApiError(
      'permission_denied',
      'A key in the name of another member takes the scope members:write.',
    );
  return held;
};

const tooMuch = (what: string) => new ApiError('permission_denied', `This would grant ${what}.`);
