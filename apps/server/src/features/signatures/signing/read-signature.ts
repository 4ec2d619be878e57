import { noSuch } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import type { SignatureKey } from '../state/lock-signature.ts';
import type { SignatureRow } from '../state/signature-view.ts';

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
