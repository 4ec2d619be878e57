import type { Context } from '../../context.ts';

/** Deletes some of the replies that are kept of a session; how many. Raw, for the batch and for the index. */
export const eraseReplies = (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: { organisationId: string; sessionId: string },
  limit: number,
): Promise<number> =>
  database.prisma.$executeRaw`
    delete from idempotency_keys
    where ctid = any (array(
      select ctid from idempotency_keys
      where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
      limit ${limit}
    ))
  `;
