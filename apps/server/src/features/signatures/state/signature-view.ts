import { Signature } from '@field-inspection/contract';
import { deriveSignatureStatus, MAX_OTP_ATTEMPTS } from '@field-inspection/rules';
import type { Signature as SignatureRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

export type { Signature as SignatureRow } from '#prisma';

export const viewSignature = (row: SignatureRow, now: Date): Signature =>
  showRow(Signature, {
    ...row,
    session: row.session_id,
    report: row.report_id,
    status: deriveSignatureStatus(row, now),
    signer: { name: row.signer_name, email: row.signer_email, phone: row.signer_phone },
    failure: viewFailure(row),
  });

export const viewFailure = ({ failure_code, failure_message, otp_attempts, status }: SignatureRow) => {
  if (status === 'pending' && otp_attempts >= MAX_OTP_ATTEMPTS) return LOCKED;
  return failure_code === null ? null : { code: failure_code, message: failure_message! };
};

const LOCKED = {
  code: 'otp_locked',
  message: 'Five wrong codes were entered. Ask for another signature.',
};

export const listSignerChannels = ({
  signer_email,
  signer_phone,
}: Pick<SignatureRow, 'signer_email' | 'signer_phone'>) => [
  ...(signer_email ? [{ channel: 'email' as const, recipient: signer_email }] : []),
  ...(signer_phone ? [{ channel: 'sms' as const, recipient: signer_phone }] : []),
];
