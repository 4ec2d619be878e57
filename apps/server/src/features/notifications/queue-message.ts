import type { Context } from '../../context.ts';
import { enqueueJob } from '../../platform/jobs.ts';
import type { Tx } from '../../platform/transact.ts';
import { messageSeal } from './message-seal.ts';
import type { MessageKind } from './message-kind.ts';
import { sendMessage } from './send-message.job.ts';

export type NewMessage = {
  session: { organisation_id: string; id: string; locale: string };
  participantId?: string;
  kind: MessageKind;
  channel: 'email' | 'sms';
  recipient: string;
  /** The code of an OTP message; it is sealed at once and wiped when the message is sent. */
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
  const { organisation_id, id: session_id, locale } = message.session;
  const id = ids.next();
  const { count } = await tx.db.message.createMany({
    data: {
      organisation_id,
      id,
      session_id,
      participant_id: message.participantId ?? null,
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
  if (count > 0) enqueueJob(tx, sendMessage, { payload: { organisation_id, message_id: id }, key: id });
};
