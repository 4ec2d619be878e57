import { Prisma } from '#prisma';
import type { Tx } from '../../platform/transact.ts';
import { deliverWebhook } from './deliver-webhook.job.ts';

/** At most this many at once; the sweep comes back for the rest. */
const BATCH = 5_000;

/**
 * Gives the oldest open deliveries that `which` (over `d`) selects a job each, at their time. One that has
 * its job keeps it, at its place in the queue: the key is that of the attempt (nameAttempt).
 */
export const enqueueDeliveries = (tx: Tx, which: Prisma.Sql): void => {
  tx.lastWrites.push({
    ctes: [],
    jobs: Prisma.sql`
      select open.*
      from (
        select ${deliverWebhook.id}::text as identifier,
          json_build_object('organisation_id', d.organisation_id, 'delivery_id', d.id) as payload,
          d.next_attempt_at as run_at,
          ${deliverWebhook.id} || ':' || d.id || ':' || d.attempt_count as job_key
        from webhook_deliveries d
        join webhook_endpoints w on w.organisation_id = d.organisation_id and w.id = d.endpoint_id
        where d.next_attempt_at is not null and w.active and w.deleted_at is null and ${which}
        order by d.next_attempt_at
        limit ${BATCH}
      ) open`,
  });
};
