import type { SignatureLevel, SignatureStatus } from '@field-inspection/contract';
import { MAX_OTP_ATTEMPTS } from '@field-inspection/rules';
import { Refusal } from '../../../api-error.ts';
import type { Signature as SignatureRow } from '#prisma';

export const MAX_FAILURES = 5;

type Standing = Pick<SignatureRow, 'status' | 'expires_at' | 'busy_until'>;

/** Gives a signature's status: its times tell whether a pending one has expired or is being signed. */
export const deriveSignatureStatus = (row: Standing, now: Date): SignatureStatus => {
  if (row.status !== 'pending') return row.status as SignatureStatus;
  if (row.expires_at <= now) return 'expired';
  return row.busy_until && row.busy_until > now ? 'signing' : 'pending';
};

/** Refuses a signature that nobody can sign any more. */
export const requireOpen = (row: Standing, now: Date): void => {
  const status = deriveSignatureStatus(row, now);
  if (status === 'pending' || status === 'signing') return;
  throw new Refusal('link_expired', `The request ${ENDS[status]}; nothing can be signed with this link.`, {
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
  if (otp_attempts >= MAX_OTP_ATTEMPTS) throw new Refusal('otp_locked', 'otp_locked');
};

const RANKS: Record<SignatureLevel, number> = { SES: 0, AES: 1, QES: 2 };

export const isLevelEnough = (given: SignatureLevel, asked: SignatureLevel): boolean =>
  RANKS[given] >= RANKS[asked];
