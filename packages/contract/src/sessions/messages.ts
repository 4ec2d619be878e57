import { z } from 'zod';
import { CodeChannel } from '../shapes/problem.ts';
import { Id } from '../shapes/id.ts';
import { Timestamp } from '../shapes/timestamp.ts';

export const SessionMessageKind = z
  .enum([
    'invite',
    'otp',
    'reminder_invitee_24h',
    'reminder_invitee_1h',
    'reminder_operator_24h',
    'reminder_operator_1h',
    'invite_cancelled',
    'signature_request',
    'signature_otp',
    'report_ready',
    'report_link',
    'report_otp',
  ])
  .meta({
    id: 'SessionMessageKind',
    description:
      'invite: the link; otp: the code of an invite; invite_cancelled: the time that they were invited for does not hold; report_ready: to the operator; report_link, report_otp: the link and the code of a recipient of the report',
  });

/** Reason that a message did not reach its recipient: a closed set, never the words of a mail server or a gateway. */
export const MessageFailure = z
  .enum(['limit', 'expired', 'unreachable', 'unknown_recipient', 'mailbox_full', 'blocked', 'refused'])
  .meta({
    id: 'MessageFailure',
    description:
      'limit: the limits of messages left no room; expired: its own time was over before anybody took it; unreachable: nobody took it within 15 minutes of trying; unknown_recipient: no such address or number; mailbox_full; blocked: refused as unwanted; refused: refused for good, for any other reason',
  });

export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'bounced', 'failed', 'cancelled'] as const;

export const MessageStatus = z.enum(MESSAGE_STATUSES).meta({
  id: 'MessageStatus',
  description:
    'queued: still to be sent; sent: the mail server or the gateway took it; delivered: it said that the recipient has it; bounced: it came back; failed: it will not be sent any more; cancelled: it was not needed any more',
});

export const InviteMessage = z
  .object({
    id: Id.meta({ description: 'The same as `data.id` of `message.failed`' }),
    kind: SessionMessageKind,
    channel: CodeChannel,
    status: MessageStatus,
    reason: MessageFailure.nullable().meta({
      description: 'Why it bounced or failed; null otherwise',
    }),
    updated_at: Timestamp.meta({ description: 'When its status last changed' }),
  })
  .meta({ id: 'InviteMessage', description: 'An e-mail or SMS of an invite, and what became of it' });

export type SessionMessageKind = z.infer<typeof SessionMessageKind>;
export type MessageFailure = z.infer<typeof MessageFailure>;
export type MessageStatus = z.infer<typeof MessageStatus>;
export type InviteMessage = z.infer<typeof InviteMessage>;
