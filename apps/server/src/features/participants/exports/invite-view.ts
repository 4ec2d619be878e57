import type { Invite } from '@field-inspection/contract';
import type { Participant } from '#prisma';
import { deriveInviteStatus } from './invite-state.ts';

/** The invite as the public API shows it, without its link and code. */
export const viewInvite = (row: Participant, standing: { now: Date; hasSessionEnded: boolean }): Invite => ({
  id: row.id,
  session: row.session_id,
  role: 'field',
  status: deriveInviteStatus(row, standing),
  expires_at: row.expires_at.toISOString(),
  recipient_first_name: row.recipient_first_name,
  recipient_last_name: row.recipient_last_name,
  recipient_email: row.recipient_email,
  recipient_phone: row.recipient_phone,
  otp_required: row.otp_hmac !== null,
  otp_expires_at: row.otp_expires_at?.toISOString() ?? null,
  joined_at: row.joined_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});
