import type { Signature as SignatureRow } from '#prisma';
import { noSuch } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';

export type SignatureKey = { organisationId: string; signatureId: string };

/** Reads a signature under its row lock: of two requests at once the second sees what the first did. Raw, since Prisma can't lock. */
export const lockSignature = async (
  tx: Tx,
  { organisationId, signatureId }: SignatureKey,
): Promise<SignatureRow> => {
  const rows = await tx.db.$queryRaw<SignatureRow[]>`
    select *
    from signatures
    where organisation_id = ${organisationId}::uuid and id = ${signatureId}::uuid
    for no key update
  `;
  const row = rows[0];
  if (!row) throw noSuch('signature', signatureId);
  tx.sessionId = row.session_id;
  return row;
};
