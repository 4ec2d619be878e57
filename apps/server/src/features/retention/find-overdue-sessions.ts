import type { Prisma } from '#prisma';

/** Which sessions of an organisation are wanted: those that were over before then. */
type Wanted = { organisationId: string; before: Date; limit: number };

/**
 * The sessions that are over the longest and still hold something of people, without those under a legal hold. Raw, for
 * the index, which has none but these: one that was redacted is in no one's way. A session that expired was over when
 * it was to begin.
 */
export const findOverdueSessions = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { organisationId, before, limit }: Wanted,
): Promise<string[]> => {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select s.id
    from sessions s
    where s.organisation_id = ${organisationId}::uuid
      and s.status in ('closed', 'expired') and s.redacted_at is null and not s.on_hold
      and coalesce(s.ended_at, s.scheduled_for, s.created_at) < ${before}
      and exists (
        select from audit_chains c
        where c.organisation_id = s.organisation_id and c.session_id = s.id and c.frozen_at is not null
      )
    order by coalesce(s.ended_at, s.scheduled_for, s.created_at), s.id
    limit ${limit}
  `;
  return rows.map(({ id }) => id);
};
