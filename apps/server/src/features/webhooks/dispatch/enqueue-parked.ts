import { Prisma } from '#prisma';
import type { Tx } from '../../../platform/database/transact.ts';
import { deliverWebhook } from './deliver-webhook.job.ts';
import type { EndpointKey } from './lock-endpoint.ts';

/** As many as an endpoint may have under way of a worker with 64 places. What is too many is parked again. */
const STARTERS = 8;

/**
 * Gives jobs to what waits longest for these endpoints, as many as each has `places`. Few are enough, however
 * many wait: each attempt that ends passes its place on (recordAttempt).
 */
export const enqueueParked = (tx: Tx, endpoints: (EndpointKey & { places?: number })[]): void => {
  const rows = endpoints.map(({ places = STARTERS, ...key }) => ({ ...key, places }));
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`taken as materialized (
        select t.*
        from (
          select array_agg("organisationId") as organisations, array_agg("endpointId") as endpoints,
            array_agg(places) as places
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as e ("organisationId" uuid, "endpointId" uuid, places bigint)
        ) e
        cross join lateral take_parked_deliveries(e.organisations, e.endpoints, e.places, '{}') t
      )`,
    ],
    jobs: Prisma.sql`
      select ${deliverWebhook.id}::text as identifier,
        json_build_object('organisation_id', t.organisation_id, 'delivery_id', t.delivery_id) as payload,
        t.due_at as run_at,
        ${deliverWebhook.id} || ':' || t.delivery_id || ':' || t.attempt_count as job_key
      from taken t`,
  });
};
