import { noSuch } from '../../../refusals.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { Context } from '../../../context.ts';
import type { SignatureRow } from './signature-view.ts';

export type SignatureKey = { organisationId: string; signatureId: string };

/** The second of two requests sees what the first did. Raw, since Prisma can't lock. */
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

export const readSignature = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, signatureId }: SignatureKey,
): Promise<SignatureRow> => {
  const row = await database.prisma.signature.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: signatureId } },
  });
  if (!row) throw noSuch('signature', signatureId);
  return row;
};
