import type { SignatureLevel, SignatureStatus } from '@field-inspection/contract';
import { deriveSignatureStatus, MAX_OTP_ATTEMPTS } from '@field-inspection/rules';
import { Refusal } from '../../../refusals.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { cancelMessages } from '../../notifications/exports/cancel-messages.ts';
import { releaseReport } from '../../reports/exports/lease-report.ts';
import type { SignatureRow } from './signature-view.ts';

export const MAX_FAILURES = 5;

type Standing = Pick<SignatureRow, 'purpose' | 'status' | 'expires_at' | 'busy_until'>;

export const requireOpen = (row: Standing, now: Date): void => {
  const status = deriveSignatureStatus(row, now);
  if (status === 'pending' || status === 'signing') return;
  const detail =
    row.purpose === 'read'
      ? `The link to the report ${ENDS[status]}. Ask whoever sent it.`
      : `The request ${ENDS[status]}; nothing can be signed with this link.`;
  throw new Refusal('link_expired', detail, { members: { signature_status: status } });
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

/** An ended signature clears its code, its progress at the provider, and its session. */
export const NOTHING_PENDING = {
  otp_hmac: null,
  otp_expires_at: null,
  state_hash: null,
  progress_sealed: null,
  busy_until: null,
} as const;

export const endSignature = async (
  tx: Tx,
  { organisation_id, id, session_id, root_report_id }: SignatureRow,
  status: 'declined' | 'cancelled',
): Promise<void> => {
  await tx.db.signature.update({
    where: { organisation_id_id: { organisation_id, id } },
    data: { status, ...NOTHING_PENDING, updated_at: tx.now },
  });
  cancelMessages(tx, { organisationId: organisation_id, sessionId: session_id, signatureId: id });
  await releaseReport(
    tx.db,
    { organisationId: organisation_id, reportId: root_report_id },
    { signatureId: id },
  );
};
