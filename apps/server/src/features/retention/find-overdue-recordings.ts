import type { Prisma } from '#prisma';

/** Which recordings of an organisation are wanted: those of sessions that were over before then. */
type Wanted = { organisationId: string; before: Date; limit: number };

/**
 * The sessions with the oldest recordings that are to be erased, of those that are kept and under no legal hold. Raw,
 * for the index, which has none but what is still there. A recording is older than the end of its session, so the index
 * ends where none can be wanted.
 */
export const findOverdueRecordings = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { organisationId, before, limit }: Wanted,
): Promise<string[]> => {
  const rows = await db.$queryRaw<{ session_id: string }[]>`
    select e.session_id
    from evidence e
    join sessions s on s.organisation_id = e.organisation_id and s.id = e.session_id
    join audit_chains c on c.organisation_id = e.organisation_id and c.session_id = e.session_id
    where e.organisation_id = ${organisationId}::uuid and e.created_at < ${before}
      and e.kind in ('recording', 'clip') and e.sha256 is not null and e.erased_at is null
      and s.status in ('closed', 'expired') and s.redacted_at is null and not s.on_hold
      and coalesce(s.ended_at, s.scheduled_for, s.created_at) < ${before}
      and c.frozen_at is not null
    order by e.created_at, e.id
    limit ${limit}
  `;
  return [...new Set(rows.map(({ session_id }) => session_id))];
};
