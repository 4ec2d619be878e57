import type { FailedMessage, MessageFailure } from '@field-inspection/contract';
import { maskEmail } from '@field-inspection/rules';
import type { Message } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import type { ClaimedMessage } from './claim-message.ts';
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

type Fate = { status: FailedMessage['status']; reason: MessageFailure };

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
      // A recipient of the report has a link, and no signature.
      signature: kind.startsWith('report_') ? null : message.signature_id,
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

/** Gives up a message and publishes its failure, once; an attempt that lost its lease changes nothing. */
export const failMessage = (
  context: Context,
  message: ClaimedMessage,
  reason: MessageFailure,
): Promise<void> =>
  context.transact(async (tx) => {
    const { organisation_id, id, attempt } = message;
    const mayTell = await lockUnredacted(tx, message);
    const { count } = await tx.db.message.updateMany({
      where: { organisation_id, id, attempt_count: attempt, sent_at: null, cancelled_at: null },
      data: {
        cancelled_at: tx.now,
        secret_sealed: null,
        lease_until: null,
        fate: 'failed',
        fate_at: tx.now,
        fate_reason: reason,
      },
    });
    if (count > 0) publishFailedMessage(context, tx, { message, status: 'failed', reason, mayTell });
  });

/**
 * Says whether an event may tell a message's fate. It locks the session before the message, in the order in which a
 * session's end does: an event written after a redaction has erased the others would stay, with a part of the address
 * in it. Raw, since Prisma can't lock.
 */
export const lockUnredacted = async (
  { db }: Pick<Tx, 'db'>,
  { organisation_id, session_id }: Pick<Message, 'organisation_id' | 'session_id'>,
): Promise<boolean> => {
  if (session_id === null) return false;
  const [session] = await db.$queryRaw<{ is_redacted: boolean }[]>`
    select redacted_at is not null as is_redacted from sessions
    where organisation_id = ${organisation_id}::uuid and id = ${session_id}::uuid
    for no key update
  `;
  return session?.is_redacted === false;
};
