import type { Signature } from '@field-inspection/contract';
import { noSuch } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import { viewSignature } from '../state/signature-view.ts';

export const getSignature = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { organisationId, sessionId, signatureId }: SessionKey & { signatureId: string },
): Promise<Signature> => {
  const row = await database.prisma.signature.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: signatureId } },
  });
  if (row?.session_id !== sessionId) throw noSuch('signature', signatureId);
  return viewSignature(row, clock.now());
};
