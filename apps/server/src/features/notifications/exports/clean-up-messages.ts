import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** The time at which a message was over: sent, cancelled, or expired unsent. */
const OVER_AT = Prisma.raw('coalesce(m.sent_at, m.cancelled_at, m.expires_at, m.created_at)');

/**
 * Deletes messages with their recipients, a while after they were over. The chain records invites itself, and points to
 * no message. Raw, for the batches and for the index.
 */
export const cleanUpMessages = (context: Pick<Context, 'clock' | 'config' | 'database'>): Promise<void> => {
  const before = new Date(context.clock.now().getTime() - context.config.messageRetentionMs);
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from messages
      where ctid = any (array(
        select m.ctid from messages m
        where ${OVER_AT} < ${before}
        order by ${OVER_AT}
        limit ${limit}
        for update skip locked
      ))
    `,
  );
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
          where m.organisation_id = r.id and ${OVER_AT} < r.before
          order by ${OVER_AT}
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
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from message_windows
      where ctid = any (array(
        select ctid from message_windows where window_start < ${before} order by window_start limit ${limit}
        for update skip locked
      ))
    `,
  );
};
