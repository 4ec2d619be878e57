import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/** Erases who signed, or was asked to, and with which device. How many are left. */
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
  // A signed one has a certificate, whoever's it was.
  await signature.updateMany({
    where: { ...ofSession, status: 'signed' },
    data: { certificate_subject: '' },
  });
  return 0;
};
