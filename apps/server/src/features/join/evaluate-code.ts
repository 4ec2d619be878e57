import type { Participant } from '#prisma';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { MAX_OTP_ATTEMPTS, refuseCode, verifyCode } from '../participants/exports/one-time-code.ts';
import { discloseDevice, type Device } from '../participants/exports/device-pin.ts';

/**
 * Counts an attempt, then judges the code. The refusal of a wrong code is returned, not thrown: an error would
 * roll back the transaction, and with it the count.
 */
export const evaluateCode = async (
  context: Pick<Context, 'keyring' | 'random'>,
  tx: Tx,
  { invite, code, device }: { invite: Participant; code: string; device: Device },
): Promise<ApiError | 'right'> => {
  const attempts = await countAttempt(tx, invite);
  if (attempts === undefined) return new ApiError('otp_locked', 'otp_locked');
  if (invite.otp_hmac && verifyCode(context, { ...invite, otp_hmac: invite.otp_hmac }, code)) return 'right';
  const about = { participant_id: invite.id, issue: invite.issue };
  const chain = { organisationId: invite.organisation_id, sessionId: invite.session_id };
  appendEntry(context, tx, {
    ...chain,
    kind: 'otp.refused',
    payload: { ...about, attempt: attempts },
    personal: { device: discloseDevice(device) },
  });
  if (attempts >= MAX_OTP_ATTEMPTS) {
    appendEntry(context, tx, { ...chain, kind: 'participant.locked', payload: about });
  }
  return refuseCode(attempts);
};

// One conditional statement, so that no number of guesses at once has more than five evaluated, whatever
// lock they hold.
const countAttempt = async (
  tx: Tx,
  { organisation_id, id, issue }: Participant,
): Promise<number | undefined> => {
  const counted = await tx.db.participant.updateManyAndReturn({
    where: { organisation_id, id, issue, joined_at: null, otp_attempts: { lt: MAX_OTP_ATTEMPTS } },
    data: { otp_attempts: { increment: 1 } },
    select: { otp_attempts: true },
  });
  return counted[0]?.otp_attempts;
};
