import type { FailedMessage, MessageFailure } from '@field-inspection/contract';
import { maskEmail } from '@field-inspection/rules';
import type { Message } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { maskPhone } from './exports/mask-recipient.ts';

type Failed = Pick<
  Message,
  | 'organisation_id'
  | 'id'
  | 'session_id'
  | 'participant_id'
  | 'signature_id'
  | 'kind'
  | 'channel'
  | 'recipient'
  | 'created_at'
>;

export type Fate = { status: FailedMessage['status']; reason: MessageFailure };

/** `mayTell` is the answer of lockUnredacted. */
type Told = Fate & { message: Failed; mayTell: boolean };

/** Tells of a message that did not reach its recipient: by the log, the metrics and, for a session's, an event. */
export const publishFailedMessage = (
  context: Pick<Context, 'ids' | 'log' | 'metrics'>,
  tx: Tx,
  { message, status, reason, mayTell }: Told,
): void => {
  const { organisation_id, id, kind, channel, session_id } = message;
  context.log.warn({ organisation_id, message_id: id, kind, channel, status, reason }, 'message failed');
  context.metrics.messagesFailed.inc({ channel, reason });
  if (session_id === null || !mayTell) return;
  publishEvent(context, tx, {
    organisationId: organisation_id,
    type: 'message.failed',
    data: {
      id,
      session: session_id,
      invite: message.participant_id,
      signature: message.signature_id,
      kind: kind as FailedMessage['kind'],
      channel: channel as FailedMessage['channel'],
      recipient_hint: channel === 'sms' ? maskPhone(message.recipient) : maskEmail(message.recipient),
      status,
      reason,
      created_at: message.created_at.toISOString(),
      failed_at: tx.now.toISOString(),
    },
    sessionId: session_id,
  });
};
