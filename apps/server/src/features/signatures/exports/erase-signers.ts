import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { endSignature } from '../state/signature-state.ts';
import { lockSignature } from '../state/lock-signature.ts';

export const eraseSigners = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<number> => {
  const ofSession = { organisation_id: organisationId, session_id: sessionId };
  const { signature } = database.prisma;
  await signature.updateMany({
    where: ofSession,
    data: {
      signer_name: '',
      signer_email: '',
      signer_phone: '',
      otp_hmac: null,
      otp_expires_at: null,
      session_expires_at: null,
      pin: null,
      progress_sealed: null,
      state_hash: null,
    },
  });
  // A signed row has a certificate, which names its holder.
  await signature.updateMany({
    where: { ...ofSession, status: 'signed' },
    data: { certificate_subject: '' },
  });
  return 0;
};

export const cancelSignatures = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  const waiting = await tx.db.signature.findMany({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'pending' },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id } of waiting) {
    const row = await lockSignature(tx, { organisationId, signatureId: id });
    if (row.status === 'pending') await endSignature(tx, row, 'cancelled');
  }
};
