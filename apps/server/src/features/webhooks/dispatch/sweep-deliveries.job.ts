import type { Context } from '../../../context.ts';
import { CrontabPayload, defineJob } from '../../../platform/jobs/define-job.ts';
import { runPrepared } from '../../../platform/database/run-prepared.ts';
import { capOf } from './endpoint-concurrency-cap.ts';
import { enqueueParked } from './enqueue-parked.ts';
import type { EndpointKey } from './lock-endpoint.ts';
import { DELIVERIES_PER_JOB } from '../../events/exports/publish-event.ts';

/** The time for a job that runs just now to say what it found. */
const OVERDUE_MS = 10_000;
/** At most this many at once; the next sweep comes back for the rest. */
const MAX_DELIVERIES = 5_000;
const MAX_ENDPOINTS = 500;

/**
 * Gives deliveries that are due and in nobody's hands a job, should theirs ever be lost, and endpoints for
 * which deliveries wait a new start, should the worker that was to pass their places on be dead.
 */
export const sweepDeliveries = defineJob({
  id: 'sweep-deliveries',
  payload: CrontabPayload,
  run: async (context: Context) => {
    await parkLost(context);
    await runPrepared(context.database.pool, END_LOST, []);
    const endpoints = await findIdleEndpoints(context);
    if (endpoints.length > 0) await context.transact(async (tx) => enqueueParked(tx, endpoints));
  },
});

// Raw, for the look at the jobs: those of a queue that is merely behind are left at their place. A first attempt's
// job is that of its event (publishEvent). What others have locked is not lost, and nobody is waited for.
const parkLost = async ({ clock, database }: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const overdueSince = new Date(clock.now().getTime() - OVERDUE_MS);
  await database.prisma.$executeRaw`
    with overdue as (
      select q.organisation_id, q.endpoint_id, q.delivery_id, q.due_at
      from webhook_queue q
      where q.due_at < ${overdueSince} and not q.parked
        and not exists (
          select from webhook_leases l
          where l.organisation_id = q.organisation_id and l.endpoint_id = q.endpoint_id
            and l.delivery_id = q.delivery_id and l.lease_until > clock_timestamp()
        )
      order by q.due_at
      limit ${MAX_DELIVERIES}
    ),
    lost as (
      select q.ctid as place
      from overdue o
      join webhook_deliveries d on d.organisation_id = o.organisation_id and d.id = o.delivery_id
      join webhook_queue q
        on q.organisation_id = o.organisation_id and q.endpoint_id = o.endpoint_id
          and q.delivery_id = o.delivery_id and q.due_at = o.due_at and not q.parked
      where not exists (
        select from graphile_worker.jobs j
        where j.key in (
            'deliver-webhook:' || d.id || ':' || d.attempt_count,
            case when d.attempt_count = 0 then
              'deliver-webhook:' || d.event_id || ':' || (
                select count(*) / ${DELIVERIES_PER_JOB}::bigint
                from webhook_deliveries earlier
                where earlier.organisation_id = d.organisation_id and earlier.event_id = d.event_id
                  and earlier.id < d.id
              )
            end
          )
          and j.attempts < j.max_attempts
      )
      for no key update of q skip locked
    )
    update webhook_queue q
    set parked = true
    from lost l
    where q.ctid = l.place
  `;
};

// What a killed worker had under way for an endpoint that was deleted meanwhile: nobody claims it again. Prepared
// for its plan, which goes by the keys.
const END_LOST = {
  name: 'end-lost-attempts',
  text: `
    with unclaimed as (
      select l.ctid as place
      from webhook_leases l
      cross join lateral (
        select
        from webhook_deliveries d
        where d.organisation_id = l.organisation_id and d.id = l.delivery_id and d.next_attempt_at is null
        limit 1
      ) d
      where l.lease_until < clock_timestamp() - interval '1 minute'
    ),
    lost as (
      delete from webhook_leases l
      using unclaimed u
      where l.ctid = u.place and l.lease_until < clock_timestamp() - interval '1 minute'
      returning l.organisation_id, l.delivery_id, l.attempt, l.started_at, l.lease_until
    ),
    counted as (
      update webhook_deliveries d
      set attempt_count = l.attempt
      from lost l
      where d.organisation_id = l.organisation_id and d.id = l.delivery_id
    )
    insert into webhook_attempts (organisation_id, delivery_id, number, outcome, started_at, finished_at)
    select organisation_id, delivery_id, attempt, 'interrupted', started_at, lease_until from lost
    on conflict do nothing
  `,
};

// Raw, since it goes from endpoint to endpoint by the index, however many deliveries wait for each.
const findIdleEndpoints = async ({
  config,
  database,
}: Pick<Context, 'config' | 'database'>): Promise<(EndpointKey & { places: number })[]> =>
  database.prisma.$queryRaw`
    with recursive waited_for as (
      (
        select q.organisation_id, q.endpoint_id
        from webhook_queue q
        where q.parked
        order by q.organisation_id, q.endpoint_id
        limit 1
      )
      union all
      select next.*
      from waited_for w
      cross join lateral (
        select q.organisation_id, q.endpoint_id
        from webhook_queue q
        where q.parked and (q.organisation_id, q.endpoint_id) > (w.organisation_id, w.endpoint_id)
        order by q.organisation_id, q.endpoint_id
        limit 1
      ) next
    )
    select w.organisation_id as "organisationId", w.id as "endpointId",
      (${capOf(config.workerConcurrency)}::bigint - held.leased)::int as places
    from waited_for e
    join webhook_endpoints w on w.organisation_id = e.organisation_id and w.id = e.endpoint_id
    cross join lateral (
      select count(*) as leased
      from webhook_leases l
      where l.organisation_id = e.organisation_id and l.endpoint_id = e.endpoint_id
        and l.lease_until > clock_timestamp()
    ) held
    where w.active and w.deleted_at is null and held.leased < ${capOf(config.workerConcurrency)}::bigint
    limit ${MAX_ENDPOINTS}
  `;
