import { invalidField } from '../../api-error.ts';
import type { Tx } from '../../platform/database/transact.ts';

/**
 * A key that binds itself to networks stays within them: from elsewhere it could never take that back. PostgreSQL knows
 * whether an address lies in a network.
 *
 * @throws {ApiError} validation_error, with the address that was left out
 */
export const keepReachable = async (
  { db }: Tx,
  { address, networks }: { address: string | null; networks: readonly string[] },
): Promise<void> => {
  if (networks.length === 0) return;
  const [found] = await db.$queryRaw<{ is_within: boolean }[]>`
    select coalesce(${address}::inet <<= any (${[...networks]}::text[]::inet[]), false) as is_within
  `;
  if (found!.is_within) return;
  const from = address === null ? 'the address that this request comes from' : address;
  throw invalidField(
    'allowed_networks',
    `must hold ${from}: your own key would be refused from there at once. Add it, or do this by another key`,
  );
};
