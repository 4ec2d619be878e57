import type { FailedMessage } from '@field-inspection/contract';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/** What a message says. Its texts are in messages/catalogues. */
export type MessageKind = FailedMessage['kind'] | 'endpoint_disabled' | 'endpoint_gone' | 'endpoint_unread';

/** Whether it carries a one-time code. */
export const isCode = (kind: MessageKind): boolean => kind === 'otp' || kind === 'signature_otp';

export const sendMessageJob = declareJob({
  id: 'send-message',
  payload: z.object({ organisation_id: z.string(), message_id: z.string() }),
});

type Subject = { organisation_id: string; id: string; locale: string };

export type NewMessage = (
  { session: Subject; participantId?: string; signatureId?: string } | { endpoint: Subject }
) & {
  kind: MessageKind;
  channel: 'email' | 'sms';
  recipient: string;
  /** The code of an OTP message, or the token of a link to sign; it is sealed at once and wiped when the message is sent. */
  secret?: string;
  /** The same key is the same message: it is queued once. */
  dedupeKey: string;
  /** After this instant the message is not sent any more. */
  expiresAt: Date | null;
  /** Counted by its own job before it is sent, since no request that could be refused causes it. */
  awaitsCount?: boolean;
};

/**
 * Queues a message in the transaction of the fact that causes it. A message with a known key is left as it is; but where
 * it counts by its own job and is not sent, whether it waits or was stopped, it becomes this one and is queued anew.
 */
export const queueMessage = async (
  { ids, keyring }: Pick<Context, 'ids' | 'keyring'>,
  tx: Tx,
  message: NewMessage,
): Promise<void> => {
  const { organisation_id, locale, ...about } = describeSubject(message);
  const id = ids.next();
  const { count } = await tx.db.message.createMany({
    data: {
      organisation_id,
      id,
      ...about,
      kind: message.kind,
      channel: message.channel,
      recipient: message.recipient,
      locale,
      secret_sealed:
        message.secret === undefined ? null : keyring.seal(message.secret, messageSeal(organisation_id, id)),
      dedupe_key: message.dedupeKey,
      expires_at: message.expiresAt,
      created_at: tx.now,
      awaits_count: message.awaitsCount ?? false,
    },
    skipDuplicates: true,
  });
  const queued = count > 0 ? [id] : await reviveMessage(tx, message);
  for (const message_id of queued) {
    enqueueJob(tx, sendMessageJob, { payload: { organisation_id, message_id }, key: message_id });
  }
};

// What is not sent has reached nobody, so it takes nobody's turn. Left as it is, it would be void by what it says of
// before, such as the time that a session has left, and this one would be lost with it.
const reviveMessage = async (tx: Tx, message: NewMessage): Promise<string[]> => {
  if (!message.awaitsCount) return [];
  const { kind, recipient, dedupeKey: dedupe_key, expiresAt: expires_at } = message;
  const { organisation_id, locale } = describeSubject(message);
  const revived = await tx.db.message.updateManyAndReturn({
    where: { organisation_id, dedupe_key, sent_at: null },
    data: { cancelled_at: null, kind, recipient, locale, expires_at },
    select: { id: true },
  });
  return revived.map(({ id }) => id);
};

/** Binds a message's sealed secret to its row. */
export const messageSeal = (organisationId: string, messageId: string): string =>
  `messages/${organisationId}/${messageId}/secret`;

const describeSubject = (message: NewMessage) => {
  if ('endpoint' in message) {
    const { organisation_id, id, locale } = message.endpoint;
    return { organisation_id, locale, endpoint_id: id };
  }
  const { organisation_id, id, locale } = message.session;
  return {
    organisation_id,
    locale,
    session_id: id,
    participant_id: message.participantId ?? null,
    signature_id: message.signatureId ?? null,
  };
};
