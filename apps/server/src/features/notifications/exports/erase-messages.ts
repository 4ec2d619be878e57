import type { Context } from '../../../context.ts';

type Which = { organisationId: string; sessionId: string };

/**
 * Erases the recipients and the secrets of some of a session's messages, and gives their number. Waiting messages are
 * not sent any more. Raw, for the batch.
 */
export const eraseMessages = (
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { organisationId, sessionId }: Which,
  limit: number,
): Promise<number> =>
  database.prisma.$executeRaw`
    update messages
    set recipient = '', secret_sealed = null, lease_until = null,
      cancelled_at = case when sent_at is null then coalesce(cancelled_at, ${clock.now()}) else cancelled_at end
    where ctid = any (array(
      select ctid from messages
      where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid and recipient <> ''
      limit ${limit}
      for update
    ))
  `;
