import type { FailedMessage } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import type { ClaimedMessage } from './claim-message.ts';
import { maskEmail, maskPhone } from './exports/mask-recipient.ts';

/** Gives up a message whose time is over, and tells of it, once. */
export const failMessage = (context: Context, message: ClaimedMessage): Promise<void> =>
  context.transact(async (tx) => {
    const { organisation_id, id, attempt, session_id } = message;
    const { count } = await tx.db.message.updateMany({
      where: { organisation_id, id, attempt_count: attempt, sent_at: null, cancelled_at: null },
      data: { cancelled_at: tx.now, secret_sealed: null, lease_until: null },
    });
    // What is about an endpoint has no time of its own, so that it is never late.
    if (count === 0 || session_id === null) return;
    const data = viewFailedMessage({ ...message, session_id }, tx.now);
    const { kind, reason } = data;
    context.log.warn({ organisation_id, message_id: id, kind, reason }, 'message not sent in time');
    publishEvent(context, tx, {
      organisationId: organisation_id,
      type: 'message.failed',
      data,
      sessionId: session_id,
    });
  });

const viewFailedMessage = (message: ClaimedMessage & { session_id: string }, now: Date): FailedMessage => ({
  id: message.id,
  session: message.session_id,
  invite: message.participant_id,
  signature: message.signature_id,
  kind: message.kind as FailedMessage['kind'],
  channel: message.channel,
  recipient_hint: message.channel === 'sms' ? maskPhone(message.recipient) : maskEmail(message.recipient),
  reason: message.awaits_count && message.attempt > 1 ? 'limit' : 'expired',
  created_at: message.created_at.toISOString(),
  failed_at: now.toISOString(),
});
