import { InviteNotice } from '@field-inspection/contract';
import { deriveInviteStatus } from '@field-inspection/rules';
import type { Participant } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

export const viewInvite = (
  row: Participant,
  standing: { now: Date; hasSessionEnded: boolean },
): InviteNotice =>
  showRow(InviteNotice, {
    ...row,
    session: row.session_id,
    status: deriveInviteStatus(row, standing),
    otp_required: row.otp_hmac !== null,
  });
