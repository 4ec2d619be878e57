import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { deleteInBatches, deleteOver } from '../../../platform/database/delete-in-batches.ts';

/** The time at which a message was over: sent, cancelled, or expired unsent. */
const OVER_AT = 'coalesce(sent_at, cancelled_at, expires_at, created_at)';

/**
 * Deletes messages with their recipients, a while after they were over. The chain records invites itself, and points to
 * no message.
 */
export const cleanUpMessages = (context: Pick<Context, 'clock' | 'config' | 'database'>): Promise<void> => {
  const before = new Date(context.clock.now().getTime() - context.config.messageRetentionMs);
  const over = Prisma.sql`${Prisma.raw(OVER_AT)} < ${before}`;
  return deleteOver(context, { table: 'messages', over, by: OVER_AT });
};

/** Deletes the messages of single organisations that were over before a time given for each. */
export const cleanUpMessagesOf = (
  context: Pick<Context, 'clock' | 'database'>,
  rules: { id: string; before: Date }[],
): Promise<void> =>
  deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from messages
      where ctid = any (array(
        select old.ctid
        from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r (id uuid, before timestamptz)
        cross join lateral (
          select m.ctid from messages m
          where m.organisation_id = r.id and ${Prisma.raw(OVER_AT)} < r.before
          order by ${Prisma.raw(OVER_AT)}
          limit ${limit}
          for update skip locked
        ) old
        limit ${limit}
      ))
    `,
  );

/** The time for which counts are kept: longer than the longest window of messages. */
const KEPT_MS = 2 * 86_400_000;

export const cleanUpMessageWindows = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const before = BigInt(Math.floor((context.clock.now().getTime() - KEPT_MS) / 1000));
  const over = Prisma.sql`window_start < ${before}`;
  return deleteOver(context, { table: 'message_windows', over, by: 'window_start' });
};
