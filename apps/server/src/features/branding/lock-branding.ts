import type { Branding } from '#prisma';
import { ApiError } from '../../api-error.ts';
import { isMatched } from '../../http/versions/is-matched.ts';
import type { Tx } from '../../platform/database/transact.ts';

/**
 * Locks an organisation's branding until the transaction ends: the second of two editors at once waits for the first,
 * and then finds another version. `ifMatch` admits only the version that the caller has seen. Raw, since Prisma's
 * upsert may lose the race of two first changes.
 *
 * @throws {ApiError} precondition_failed
 */
export const lockBranding = async (
  tx: Tx,
  { organisationId, ifMatch }: { organisationId: string; ifMatch: string | undefined },
): Promise<Branding> => {
  const rows = await tx.db.$queryRaw<Branding[]>`
    insert into branding as b (organisation_id, updated_at) values (${organisationId}::uuid, ${tx.now})
    on conflict (organisation_id) do update set version = b.version
    returning *
  `;
  const held = rows[0]!;
  if (isMatched(held.version, ifMatch)) return held;
  throw new ApiError(
    'precondition_failed',
    `The branding is at version ${held.version} now. Get it, and send your change again with its ETag.`,
  );
};
