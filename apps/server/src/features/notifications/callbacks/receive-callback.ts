import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type MessageFailure, readJson } from '@field-inspection/contract';
import { z } from 'zod';
import type { Message } from '#prisma';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { judgeSmtpRefusal } from '../../../platform/messages/judge-smtp-refusal.ts';
import { lockUnredacted, publishFailedMessage } from '../publish-failed-message.ts';

type Sent = {
  provider: string;
  body: Buffer;
  signature: string | undefined;
  authorization: string | undefined;
};

/**
 * Takes a provider's callback, also one for an unknown message: the message may be deleted, and the provider need not
 * hear which ones exist.
 */
export const receiveCallback = async (context: Context, { provider, ...sent }: Sent): Promise<void> => {
  const { messageCallbackSecret: secret } = context.secrets;
  const channel = provider === 'email' || provider === 'sms' ? provider : undefined;
  if (secret === undefined || channel === undefined) throw new Refusal('not_found', 'There is no such path.');
  if (!verifyCallback(sent, { secret, now: context.clock.now() })) {
    throw new Refusal(
      'unauthenticated',
      'Sign the callback in Svc-Signature with MESSAGE_CALLBACK_SECRET and a time of the last 5 minutes, or send the secret in the header Authorization: Bearer.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
    );
  }
  const { messageId, ...said } = readCallback(sent.body);
  if (messageId !== undefined) await settleMessage(context, channel, { messageId, ...said });
};

/**
 * Records a message's fate by its provider, and publishes a failure. As with mail, a bounce wins over a delivery,
 * whichever comes first: the server that took the message gave it back. A bounced or failed message stays so, and a
 * repeated callback changes nothing.
 */
const settleMessage = (
  context: Context,
  channel: 'email' | 'sms',
  { messageId, fate, reason }: Callback & { messageId: string },
): Promise<void> =>
  context.transact(async (tx) => {
    const mayTell = fate !== 'delivered' && (await mayTellOf(tx, messageId));
    const [message] = await settle(tx, { messageId, channel, fate, reason });
    if (!message || reason === null || fate === 'delivered') return;
    publishFailedMessage(context, tx, { message, status: fate, reason, mayTell });
  });

const mayTellOf = async (tx: Tx, messageId: string): Promise<boolean> => {
  const select = { organisation_id: true, session_id: true };
  const found = await tx.db.message.findFirst({ where: { id: messageId }, select });
  return found !== null && lockUnredacted(tx, found);
};

// Raw: one conditional statement, so that only one of two callbacks at once is told. A callback that comes before its
// message is recorded as sent marks it as sent, unless the message was never tried, or was given up.
const settle = (
  { db, now }: Tx,
  { messageId, channel, fate, reason }: Callback & { channel: string },
): Promise<Message[]> => db.$queryRaw<Message[]>`
  update messages
  set fate = ${fate}, fate_at = ${now}, fate_reason = ${reason}, sent_at = coalesce(sent_at, ${now}),
    secret_sealed = null, lease_until = null
  where id = ${messageId}::uuid and channel = ${channel}
    and attempt_count > 0 and (sent_at is not null or cancelled_at is null)
    and (fate is null or (fate = 'delivered' and ${fate}::text <> 'delivered'))
  returning *
`;

/** The most seconds between a callback's time and ours: a replay of an older one is refused. */
const TOLERANCE_SECONDS = 300;

/**
 * Says whether a callback's sender knows the secret: by `Svc-Signature: t=…,v1=…` over `{t}.{body}`, as the service's
 * own webhooks are signed, or by the secret itself as a bearer, for a provider that can't sign.
 */
export const verifyCallback = (
  { body, signature, authorization }: Pick<Sent, 'body' | 'signature' | 'authorization'>,
  { secret, now }: { secret: string; now: Date },
): boolean => {
  if (signature === undefined) {
    const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    return given !== undefined && isSame(given, secret);
  }
  const [, time, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (time === undefined || given === undefined) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
  return isSame(given, expected);
};

// Compares hashes, since the comparison in constant time needs equal lengths.
const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

type Callback = {
  /** Undefined if the reference is not ours. */
  messageId: string | undefined;
  fate: 'delivered' | 'bounced' | 'failed';
  reason: MessageFailure | null;
};

/** The fields that are read; providers may add others. */
const CallbackBody = z.object({
  client_ref: z.string().max(300),
  status: z.enum(['delivered', 'bounced', 'failed']),
  reason: z.string().max(300).nullish(),
});

/** Reads a callback's body. A reason may hold an address, so only a known word or an SMTP code of it is kept. */
export const readCallback = (body: Buffer): Callback => {
  const { success, data } = CallbackBody.safeParse(parse(body));
  if (!success) throw invalid();
  const { client_ref, status, reason } = data;
  return {
    messageId: REFERENCE.exec(client_ref)?.[1]?.toLowerCase(),
    fate: status,
    reason: status === 'delivered' ? null : readReason(reason ?? ''),
  };
};

const parse = (body: Buffer): unknown => {
  try {
    return readJson(body.toString('utf8'));
  } catch {
    throw invalid();
  }
};

const invalid = () => {
  const message = 'must be JSON with client_ref, and a status of delivered, bounced or failed';
  return new Refusal('validation_error', `body: ${message}`, {
    errors: [{ path: 'body', code: 'invalid_type', message }],
  });
};

/** The `client_ref` of an SMS, or the Message-ID of an e-mail: both are made of the message's id. */
const REFERENCE = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@[^<>@\s]*>?)?$/i;

const WORDS = ['expired', 'unreachable', 'unknown_recipient', 'mailbox_full', 'blocked', 'refused'] as const;

const readReason = (reason: string): MessageFailure =>
  WORDS.find((word) => word === reason) ??
  judgeSmtpRefusal({ responseCode: 550, response: `550 ${reason}` }) ??
  'refused';
