import type { SessionMessageKind } from '@field-inspection/contract';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { declareJob } from '../../../platform/jobs/define-job.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/** The kind of a message. Its texts are in messages/catalogues. */
export type MessageKind =
  | SessionMessageKind
  | 'member_invitation'
  | 'directory_last_admin'
  | 'sign_in_code'
  | 'new_sign_in'
  | 'new_passkey'
  | 'passkey_removed'
  | 'certificate_ending'
  | 'domain_missing'
  | 'domain_lost'
  | 'endpoint_disabled'
  | 'endpoint_gone'
  | 'endpoint_unread';

/** Says whether messages of a kind tell an operator of what is done, and ask for nothing. */
export const isNotice = (kind: MessageKind): boolean => kind === 'report_ready';

/** Says whether messages of a kind carry a one-time code. */
export const isCode = (kind: MessageKind): boolean =>
  kind === 'otp' || kind === 'signature_otp' || kind === 'report_otp';

export const sendMessageJob = declareJob({
  id: 'send-message',
  payload: z.object({ organisation_id: z.string(), message_id: z.string() }),
});

type Subject = { organisation_id: string; id: string; locale: string };

export type NewMessage = (
  | { session: Subject; participantId?: string; signatureId?: string; memberId?: string | null }
  | { endpoint: Subject }
  | { member: Subject }
) & {
  kind: MessageKind;
  channel: 'email' | 'sms';
  recipient: string;
  /**
   * The code of an OTP message or of a sign-in, the token of a link to a report or of an invitation to the organisation, the
   * device of a new sign-in, the name of a passkey or of a domain, or the asks of an invite; it is sealed at once and wiped when the message is sent.
   */
  secret?: string;
  /** Messages with the same key are queued once. */
  dedupeKey: string;
  /** After this instant the message is not sent any more. */
  expiresAt: Date | null;
  /** Its own job counts it before it is sent, since no request that could be refused causes it. */
  awaitsCount?: boolean;
};

/**
 * Queues messages in the transaction of the fact that causes them, and gives their rows as if no key was known. A
 * message with a known key is left as it is, with one exception: an unsent one that its own job counts, whether waiting
 * or stopped, is overwritten and queued anew, since it has reached nobody and takes nobody's turn. Left as it is, it
 * would be void by its old content, such as the former time of a session, and the new message would be lost with it.
 */
export const queueMessages = (
  context: Pick<Context, 'ids' | 'keyring'>,
  tx: Tx,
  messages: NewMessage[],
): QueuedMessage[] => {
  const rows = messages.map((message) => describeRow(context, message, tx.now));
  tx.effects.messages.push(...rows);
  return rows.map((row) => ({ ...row, ...STILL_QUEUED }));
};

const STILL_QUEUED = { sent_at: null, cancelled_at: null, fate: null, fate_at: null, fate_reason: null };

type QueuedMessage = ReturnType<typeof describeRow> & typeof STILL_QUEUED;

const describeRow = ({ ids, keyring }: Pick<Context, 'ids' | 'keyring'>, message: NewMessage, now: Date) => {
  const subject = describeSubject(message);
  const id = ids.next();
  const seal = messageSeal(subject.organisation_id, id);
  return {
    ...subject,
    id,
    kind: message.kind,
    channel: message.channel,
    recipient: message.recipient,
    secret_sealed: message.secret === undefined ? null : keyring.seal(message.secret, seal),
    dedupe_key: message.dedupeKey,
    expires_at: message.expiresAt,
    created_at: now,
    awaits_count: message.awaitsCount ?? false,
  };
};

/** Binds a message's sealed secret to its row. */
export const messageSeal = (organisationId: string, messageId: string): string =>
  `messages/${organisationId}/${messageId}/secret`;

const describeSubject = (message: NewMessage) => {
  if ('endpoint' in message) {
    const { organisation_id, id, locale } = message.endpoint;
    return { organisation_id, locale, endpoint_id: id };
  }
  if ('member' in message) {
    const { organisation_id, id, locale } = message.member;
    return { organisation_id, locale, member_id: id };
  }
  const { organisation_id, id, locale } = message.session;
  return {
    organisation_id,
    locale,
    session_id: id,
    participant_id: message.participantId ?? null,
    signature_id: message.signatureId ?? null,
    member_id: message.memberId ?? null,
  };
};
