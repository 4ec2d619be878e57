import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/** What a message says. Its texts are in messages/catalogues. */
export type MessageKind =
  | 'invite'
  | 'otp'
  | 'reminder_invitee_24h'
  | 'reminder_invitee_1h'
  | 'reminder_operator_24h'
  | 'reminder_operator_1h'
  | 'signature_request'
  | 'signature_otp'
  | 'endpoint_disabled'
  | 'endpoint_gone'
  | 'endpoint_unread';

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
};

/** Queues a message in the transaction of the fact that causes it. A message with a known key is left as it is. */
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
    },
    skipDuplicates: true,
  });
  if (count > 0) enqueueJob(tx, sendMessageJob, { payload: { organisation_id, message_id: id }, key: id });
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
