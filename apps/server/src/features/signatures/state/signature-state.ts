import type { SignatureLevel, SignatureStatus } from '@field-inspection/contract';
import { deriveSignatureStatus, MAX_OTP_ATTEMPTS } from '@field-inspection/rules';
import { ApiError } from '../../../api-error.ts';
import type { Signature as SignatureRow } from '#prisma';

export const MAX_FAILURES = 5;

type Standing = Pick<SignatureRow, 'status' | 'expires_at' | 'busy_until'>;

/** Refuses a signature that nobody can sign any more. */
export const requireOpen = (row: Standing, now: Date): void => {
  const status = deriveSignatureStatus(row, now);
  if (status === 'pending' || status === 'signing') return;
  throw new ApiError('link_expired', `The request ${ENDS[status]}; nothing can be signed with this link.`, {
    members: { signature_status: status },
  });
};

const ENDS: Record<Exclude<SignatureStatus, 'pending' | 'signing'>, string> = {
  signed: 'was signed',
  declined: 'was declined',
  cancelled: 'was cancelled',
  expired: 'has expired',
  failed: 'has failed',
};

export const requireUnlocked = ({ otp_attempts }: Pick<SignatureRow, 'otp_attempts'>): void => {
  if (otp_attempts >= MAX_OTP_ATTEMPTS) throw new ApiError('otp_locked', 'otp_locked');
};

const RANKS: Record<SignatureLevel, number> = { SES: 0, AES: 1, QES: 2 };

export const isLevelEnough = (given: SignatureLevel, asked: SignatureLevel): boolean =>
  RANKS[given] >= RANKS[asked];
