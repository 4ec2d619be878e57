import type { Tx } from '../../../platform/database/transact.ts';
import { cancelMessages } from '../../notifications/exports/cancel-messages.ts';
import { releaseReport } from '../../reports/exports/lease-report.ts';
import type { SignatureRow } from './signature-view.ts';

/** The columns that an ended signature clears: its code, its progress at the provider, and its session. */
export const NOTHING_PENDING = {
  otp_hmac: null,
  otp_expires_at: null,
  state_hash: null,
  progress_sealed: null,
  busy_until: null,
} as const;

/** Ends a pending signature unsigned: its messages stop, and the report is free for others. */
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
