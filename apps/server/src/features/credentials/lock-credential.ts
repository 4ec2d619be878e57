import { ApiError, noSuch } from '../../api-error.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { statusOf } from './credential-view.ts';

/** Locks a credential of the organisation, so that changes of it take their turns, and reads it with its keys. */
export const lockCredential = async (
  tx: Tx,
  { organisationId, credentialId }: { organisationId: string; credentialId: string },
) => {
  // Raw, since Prisma can't lock.
  await tx.db.$queryRaw`
    select from credentials
    where organisation_id = ${organisationId}::uuid and id = ${credentialId}::uuid
    for no key update
  `;
  const row = await tx.db.credential.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: credentialId }, kind: 'key' },
    include: { keys: true },
  });
  if (!row) throw noSuch('credential', credentialId);
  return { row, status: statusOf(row, tx.now) };
};

/** Refuses a change that only a credential that has not ended can have. */
export const credentialEnded = () =>
  new ApiError(
    'credential_ended',
    'The credential has ended. Give one that expired a later expires_at, or create another one.',
  );
