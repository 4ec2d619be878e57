import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs.ts';
import { capOf } from './endpoint-concurrency-cap.ts';
import { enqueueParked } from './enqueue-parked.ts';
import type { EndpointKey } from './find-webhook-endpoint.ts';

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
  payload: z
    .object({})
    .loose()
    .transform(() => ({})),
  run: async (context: Context) => {
    await parkLost(context);
    const endpoints = await findIdleEndpoints(context);
    if (endpoints.length > 0) await context.transact(async (tx) => enqueueParked(tx, endpoints));
  },
});

// Raw, for the look into the queue: the jobs of a queue that is merely behind are left at their place.
const parkLost = async ({ clock, database }: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const overdueSince = new Date(clock.now().getTime() - OVERDUE_MS);
  await database.prisma.$executeRaw`
    with overdue as (
      select d.organisation_id, d.id, d.attempt_count
      from webhook_deliveries d
      where d.next_attempt_at < ${overdueSince} and not d.parked
        and (d.lease_until is null or d.lease_until <= clock_timestamp())
      order by d.next_attempt_at
      limit ${MAX_DELIVERIES}
    )
    update webhook_deliveries d
    set parked = true
    from overdue o
    where d.organisation_id = o.organisation_id and d.id = o.id and d.attempt_count = o.attempt_count
      and not exists (
        select from graphile_worker.jobs j
        where j.key in (
            'deliver-webhook:' || o.id || ':' || o.attempt_count,
            'deliver-webhook:' || o.id || ':' || o.attempt_count - 1
          )
          and j.attempts < j.max_attempts
      )
  `;
};

// Raw, since it goes from endpoint to endpoint by the index, however many deliveries wait for each.
const findIdleEndpoints = async ({
  config,
  database,
}: Pick<Context, 'config' | 'database'>): Promise<(EndpointKey & { places: number })[]> =>
  database.prisma.$queryRaw`
    with recursive waited_for as (
      (
        select d.organisation_id, d.endpoint_id
        from webhook_deliveries d
        where d.parked and d.next_attempt_at is not null
        order by d.organisation_id, d.endpoint_id
        limit 1
      )
      union all
      select next.*
      from waited_for w
      cross join lateral (
        select d.organisation_id, d.endpoint_id
        from webhook_deliveries d
        where d.parked and d.next_attempt_at is not null
          and (d.organisation_id, d.endpoint_id) > (w.organisation_id, w.endpoint_id)
        order by d.organisation_id, d.endpoint_id
        limit 1
      ) next
    )
    select w.organisation_id as "organisationId", w.id as "endpointId",
      (${capOf(config.workerConcurrency)}::bigint - held.leased)::int as places
    from waited_for e
    join webhook_endpoints w on w.organisation_id = e.organisation_id and w.id = e.endpoint_id
    cross join lateral (
      select count(*) as leased
      from webhook_deliveries d
      where d.organisation_id = e.organisation_id and d.endpoint_id = e.endpoint_id
        and d.lease_until > clock_timestamp()
    ) held
    where w.active and w.deleted_at is null and held.leased < ${capOf(config.workerConcurrency)}::bigint
    limit ${MAX_ENDPOINTS}
  `;
