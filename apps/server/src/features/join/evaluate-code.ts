import {
  factsOfWrongCode,
  MAX_OTP_ATTEMPTS,
  refuseCode,
  type Device,
  type Refusal,
} from '@field-inspection/rules';
import type { Participant } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { verifyCode } from '../participants/exports/one-time-code.ts';

/** The refusal is returned: an error would roll back the transaction, and with it the count. */
export const evaluateCode = async (
  context: Pick<Context, 'keyring' | 'random'>,
  tx: Tx,
  { invite, code, device }: { invite: Participant; code: string; device: Device },
): Promise<Refusal | 'right'> => {
  const attempts = await countAttempt(tx, invite);
  if (attempts === undefined) return refuseCode(MAX_OTP_ATTEMPTS);
  if (invite.otp_hmac && verifyCode(context, { ...invite, otp_hmac: invite.otp_hmac }, code)) return 'right';
  const chain = { organisationId: invite.organisation_id, sessionId: invite.session_id };
  for (const fact of factsOfWrongCode(invite, attempts, device))
    appendEntry(context, tx, { ...chain, ...fact });
  return refuseCode(attempts);
};

// A single conditional statement: of any number of guesses at once at most five are evaluated.
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
