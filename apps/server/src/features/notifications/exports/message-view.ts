import { InviteMessage, MemberInvitation, type MessageStatus } from '@field-inspection/contract';
import type { Message } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

type Standing = Pick<Message, 'created_at' | 'sent_at' | 'cancelled_at' | 'fate' | 'fate_at'>;

/** Shows a message of an invite as the public API does: without its recipient and its content. */
export const viewMessage = (
  row: Pick<Message, 'id' | 'kind' | 'channel' | 'fate_reason'> & Standing,
): InviteMessage => showRow(InviteMessage, { ...row, ...describeFate(row) });

/** Shows the e-mail that invites a member, as part of the member. */
export const viewInvitation = (
  row: Pick<Message, 'fate_reason' | 'expires_at'> & Standing,
): MemberInvitation => showRow(MemberInvitation, { expires_at: row.expires_at!, ...describeFate(row) });

const describeFate = (row: Pick<Message, 'fate_reason'> & Standing) => ({
  status: deriveStatus(row),
  reason: row.fate_reason,
  updated_at: row.fate_at ?? row.sent_at ?? row.cancelled_at ?? row.created_at,
});

// A message that was sent while it was being cancelled counts as sent.
const deriveStatus = ({ fate, sent_at, cancelled_at }: Standing): MessageStatus => {
  if (fate) return fate as MessageStatus;
  if (sent_at) return 'sent';
  return cancelled_at ? 'cancelled' : 'queued';
};
