import type { Scope } from '@field-inspection/contract';
import { ApiError } from '../../api-error.ts';
import type { Caller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';

/** What a credential gives: what it may do, until when and from where; how often, where that is asked for. */
export type Grant = {
  scopes: readonly string[];
  expiresAt: Date | null;
  allowedNetworks: readonly string[];
  rateLimit?: number | undefined;
};

/**
 * Nobody grants more than they hold: the scopes, the time and the networks of a grant lie within those of the caller's
 * key, and it may come no more often. A key that a rotation replaced holds until its overlap ends.
 *
 * @throws {ApiError} permission_denied, with what is too much
 */
export const requireHeld = async (tx: Tx, caller: Caller, grant: Grant): Promise<{ rateLimit: number }> => {
  const missing = grant.scopes.find((scope) => !caller.scopes.includes(scope as Scope));
  if (missing !== undefined) throw tooMuch(`the scope ${missing}, which your key does not have`);
  const { keyExpiresAt } = caller;
  if (keyExpiresAt && (!grant.expiresAt || grant.expiresAt > keyExpiresAt))
    throw tooMuch(`a time after ${keyExpiresAt.toISOString()}, when your key ends`);
  const held = await readHeld(tx, caller, grant.allowedNetworks);
  if (!held.covers) throw tooMuch('networks beyond those of your key');
  if ((grant.rateLimit ?? 0) > held.rateLimit)
    throw tooMuch(`more than the ${held.rateLimit} requests a minute of your key`);
  return held;
};

const tooMuch = (what: string) => new ApiError('permission_denied', `This would grant ${what}.`);

// Networks without any are from anywhere. PostgreSQL knows which network is within another.
const readHeld = async (
  tx: Tx,
  { organisationId, credentialId }: Caller,
  networks: readonly string[],
): Promise<{ covers: boolean; rateLimit: number }> => {
  const asked = [...networks];
  const rows = await tx.db.$queryRaw<{ covers: boolean; rateLimit: number }[]>`
    select rate_limit as "rateLimit",
      cardinality(allowed_networks) = 0 or (
        cardinality(${asked}::text[]) > 0 and not exists (
          select from unnest(${asked}::text[]) asked
          where not asked::inet <<= any (allowed_networks::inet[])
        )
      ) as covers
    from credentials
    where organisation_id = ${organisationId}::uuid and id = ${credentialId}::uuid
  `;
  return rows[0]!;
};
