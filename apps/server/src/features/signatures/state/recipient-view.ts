import { Recipient, type ReportRecipient } from '@field-inspection/contract';
import { deriveRecipientStatus } from '@field-inspection/rules';
import { showRow } from '../../../platform/database/show-row.ts';
import type { SignatureRow } from './signature-view.ts';

export const viewRecipient = (row: SignatureRow, now: Date): Recipient =>
  showRow(Recipient, {
    ...row,
    ...recipientOf(row),
    session: row.session_id,
    status: deriveRecipientStatus(row, now),
  });

export const recipientOf = ({
  signer_name,
  signer_email,
}: Pick<SignatureRow, 'signer_name' | 'signer_email'>): ReportRecipient => ({
  name: signer_name,
  email: signer_email,
});
