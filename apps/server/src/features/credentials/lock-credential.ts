import { judgeCredential } from '@field-inspection/rules';
import { noSuch } from '../../refusals.ts';
import type { Tx } from '../../platform/database/transact.ts';

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
  return { row, status: judgeCredential(row, tx.now) };
};
