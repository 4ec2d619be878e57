import { Invite } from '@field-inspection/contract';
import type { Participant } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';
import { deriveInviteStatus } from './invite-state.ts';

/** The invite as the public API shows it, without its link and code. */
export const viewInvite = (row: Participant, standing: { now: Date; hasSessionEnded: boolean }): Invite =>
  showRow(Invite, {
    ...row,
    session: row.session_id,
    status: deriveInviteStatus(row, standing),
    otp_required: row.otp_hmac !== null,
  });
