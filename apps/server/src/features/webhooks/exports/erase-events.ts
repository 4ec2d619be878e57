import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';

type Which = { organisationId: string; sessionId: string };

/**
 * Deletes events with their deliveries, also those that were still to be sent, and receivers' answers; gives the number
 * of events. An attempt under way loses its lease, so that nothing of it is recorded. The events of the redaction
 * itself stay. Raw, for the batch: each row is found by an index, and the queue comes before the deliveries, as in a
 * claim.
 */
export const eraseEvents = async (
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { organisationId, sessionId }: Which,
  limit: number,
): Promise<number> => {
  const organisation = Prisma.sql`${organisationId}::uuid`;
  const [found] = await database.prisma.$queryRaw<{ count: number }[]>`
    with told as materialized (
      select e.id from events e
      where e.organisation_id = ${organisation} and e.session_id = ${sessionId}::uuid and e.type <> 'session.redacted'
      limit ${limit}
    ),
    sent as materialized (
      select d.id, d.endpoint_id from told t
      cross join lateral (
        select d.id, d.endpoint_id from webhook_deliveries d
        where d.organisation_id = ${organisation} and d.event_id = t.id
        offset 0
      ) d
    ),
    queued as (
      delete from webhook_queued_deliveries q using sent s
      where q.organisation_id = ${organisation} and q.endpoint_id = s.endpoint_id and q.delivery_id = s.id
    ),
    leases as (
      delete from webhook_leased_attempts l using sent s
      where l.organisation_id = ${organisation} and l.endpoint_id = s.endpoint_id and l.delivery_id = s.id
      returning l.endpoint_id
    ),
    woken as (
      insert into webhook_due_endpoints (organisation_id, endpoint_id, due_at)
      select distinct ${organisation}, l.endpoint_id, ${clock.now()}::timestamptz from leases l
    ),
    attempts as (
      delete from webhook_attempts a using sent s
      where a.organisation_id = ${organisation} and a.delivery_id = s.id
    ),
    deliveries as (
      delete from webhook_deliveries d using sent s where d.organisation_id = ${organisation} and d.id = s.id
    ),
    gone as (
      delete from events e using told t where e.organisation_id = ${organisation} and e.id = t.id
    )
    select count(*)::int as count from told
  `;
  return found!.count;
};
