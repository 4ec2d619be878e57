import type { Context } from '../../../context.ts';
import { throttle } from '../../../platform/concurrency/throttle.ts';
import { runPrepared } from '../../../platform/database/run-prepared.ts';
import { capOf, organisationCapOf } from './claim-attempts.ts';

/** Counting stops here, since more than this tells nothing more. */
const COUNT_LIMIT = 10_001;

type Queue = {
  due: number;
  parked: number;
  in_progress: number;
  scheduled: number;
  oldest_due_at: Date | null;
};

/**
 * At most every 5 s. Deliveries that wait for an endpoint, paused or busy, or for their organisation, are parked and
 * not due: no free worker would take them. Without a database the values are left out, so that no scrape fails.
 */
export const measureDeliveryQueue = (
  context: Pick<Context, 'clock' | 'config' | 'database' | 'log' | 'metrics'>,
): (() => Promise<void>) => throttle(context, () => measure(context));

const measure = async ({
  clock,
  config,
  database,
  log,
  metrics: { webhookQueueDepth, webhookOldestDueAgeSeconds },
}: Parameters<typeof measureDeliveryQueue>[0]): Promise<void> => {
  const now = clock.now();
  try {
    const { oldest_due_at, ...depths } = await readQueue({ config, database }, now);
    for (const [state, depth] of Object.entries(depths)) webhookQueueDepth.set({ state }, depth);
    webhookOldestDueAgeSeconds.set(oldest_due_at ? (now.getTime() - oldest_due_at.getTime()) / 1000 : 0);
  } catch (error) {
    log.warn({ err: error }, 'the queue of deliveries could not be measured');
    webhookQueueDepth.reset();
    webhookOldestDueAgeSeconds.set(NaN);
  }
};

const readQueue = async (
  { config, database }: Pick<Context, 'config' | 'database'>,
  now: Date,
): Promise<Queue> => {
  const caps = [capOf(config.workerConcurrency), organisationCapOf(config.workerConcurrency)] as const;
  const rows = await runPrepared<Queue>(database.pool, MEASURE, [now, caps[0], COUNT_LIMIT, caps[1]]);
  return rows[0]!;
};

/** As `queued`: from one endpoint to the next by the index, however many deliveries wait for each. */
export const WALK_QUEUED_ENDPOINTS = `
  recursive queued as (
    (
      select q.organisation_id, q.endpoint_id
      from webhook_queued_deliveries q
      order by q.organisation_id, q.endpoint_id
      limit 1
    )
    union all
    select next.*
    from queued e
    cross join lateral (
      select q.organisation_id, q.endpoint_id
      from webhook_queued_deliveries q
      where (q.organisation_id, q.endpoint_id) > (e.organisation_id, e.endpoint_id)
      order by q.organisation_id, q.endpoint_id
      limit 1
    ) next
  )`;

// Raw: one statement, which reads no more of each endpoint than is shown. An endpoint without attempts under way is not
// busy: its deliveries wait for workers.
const MEASURE = {
  name: 'measure-delivery-queue',
  text: `
    with ${WALK_QUEUED_ENDPOINTS},
    endpoints as (
      select due.in_progress, due.total - due.in_progress as waiting, due.oldest_at, scheduled.total as scheduled,
        case
          when not w.active or organisation.total >= $4::bigint then 0
          when under_way.total = 0 then $3::bigint
          else greatest($2::bigint - under_way.total, 0)
        end as places
      from (select * from queued limit $3::bigint) e
      cross join lateral (
        select w.active and w.deleted_at is null as active
        from webhook_endpoints w
        where w.organisation_id = e.organisation_id and w.id = e.endpoint_id
        limit 1
      ) w
      cross join lateral (
        select count(*) as total
        from webhook_leased_attempts l
        where l.organisation_id = e.organisation_id and l.endpoint_id = e.endpoint_id
          and l.lease_until > clock_timestamp()
      ) under_way
      cross join lateral (
        select count(*) as total
        from webhook_leased_attempts l
        where l.organisation_id = e.organisation_id and l.lease_until > clock_timestamp()
      ) organisation
      cross join lateral (
        select count(*) as total, count(l.delivery_id) as in_progress,
          min(q.due_at) filter (where l.delivery_id is null) as oldest_at
        from (
          select q.*
          from webhook_queued_deliveries q
          where q.organisation_id = e.organisation_id and q.endpoint_id = e.endpoint_id and q.due_at <= $1::timestamptz
          order by q.due_at, q.sequence
          limit $3::bigint
        ) q
        left join webhook_leased_attempts l
          on l.organisation_id = q.organisation_id and l.endpoint_id = q.endpoint_id
            and l.delivery_id = q.delivery_id and l.lease_until > clock_timestamp()
      ) due
      cross join lateral (
        select count(*) as total
        from (
          select from webhook_queued_deliveries q
          where q.organisation_id = e.organisation_id and q.endpoint_id = e.endpoint_id and q.due_at > $1::timestamptz
          limit $3::bigint
        ) q
      ) scheduled
    )
    select least(coalesce(sum(least(waiting, places)), 0), $3::bigint)::int as due,
      least(coalesce(sum(waiting - least(waiting, places)), 0), $3::bigint)::int as parked,
      least(coalesce(sum(in_progress), 0), $3::bigint)::int as in_progress,
      least(coalesce(sum(scheduled), 0), $3::bigint)::int as scheduled,
      min(oldest_at) filter (where places > 0) as oldest_due_at
    from endpoints
  `,
};
