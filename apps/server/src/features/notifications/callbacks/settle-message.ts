import type { Message } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { lockUnredacted } from '../lock-unredacted.ts';
import { publishFailedMessage } from '../publish-failed-message.ts';
import type { Callback } from './read-callback.ts';

/**
 * Records what a provider says became of a message, and tells of it where it did not arrive. As mail does, a bounce wins
 * over a delivery, whichever comes first: the server that took it gave it back. What has bounced or failed stays so, and
 * said again it changes nothing.
 */
export const settleMessage = (
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

// Raw: one conditional statement, so that of two callbacks at once one alone is told. A callback may come before its
// message is recorded as sent: then it is sent, and not tried again. One that was never tried, or was given up, is not.
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
