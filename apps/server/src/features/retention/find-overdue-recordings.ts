import type { Prisma } from '#prisma';
import type { Overdue, Wanted } from './define-overdue-job.ts';

/**
 * The oldest recordings behind a place that are to be erased, with their sessions, of those that are kept and under no
 * legal hold. Raw, for the index, which has none but what is still there. A recording is older than the end of its
 * session, so the index ends where none can be wanted.
 */
export const findOverdueRecordings = (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { organisationId, before, after, limit }: Wanted,
): Promise<Overdue[]> => db.$queryRaw<Overdue[]>`
  select e.session_id, e.created_at::text as at, e.id
  from evidence e
  join sessions s on s.organisation_id = e.organisation_id and s.id = e.session_id
  join audit_chains c on c.organisation_id = e.organisation_id and c.session_id = e.session_id
  where e.organisation_id = ${organisationId}::uuid and e.created_at < ${before}
    and (e.created_at, e.id) > (${after.at}::timestamptz, ${after.id}::uuid)
    and e.kind in ('recording', 'clip') and e.sha256 is not null and e.erased_at is null
    and s.status in ('closed', 'expired') and s.redacted_at is null and not s.on_hold
    and coalesce(s.ended_at, s.scheduled_for, s.created_at) < ${before}
    and c.frozen_at is not null
  order by e.created_at, e.id
  limit ${limit}
`;
