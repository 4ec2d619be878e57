import type { Context } from '../../../context.ts';
import { CrontabPayload, defineJob } from '../../../platform/jobs/define-job.ts';
import { runPrepared } from '../../../platform/database/run-prepared.ts';
import { capOf, organisationCapOf } from './claim-attempts.ts';
import { endLostAttempts } from './end-lost-attempts.ts';
import { WALK_QUEUED_ENDPOINTS } from './measure-delivery-queue.ts';

/** Milliseconds that a worker has to look at a due endpoint. */
const OVERDUE_MS = 10_000;

/** Ends lost attempts, and wakes endpoints with overdue deliveries, whose wake may be lost. */
export const sweepDeliveries = defineJob({
  id: 'sweep-deliveries',
  payload: CrontabPayload,
  run: async (context: Context) => {
    await endLostAttempts(context);
    const { clock, config, database } = context;
    const now = clock.now();
    const overdueSince = new Date(now.getTime() - OVERDUE_MS);
    const caps = [capOf(config.workerConcurrency), organisationCapOf(config.workerConcurrency)];
    await runPrepared(database.pool, WAKE_OVERDUE, [now, overdueSince, ...caps]);
  },
});

const WAKE_OVERDUE = {
  name: 'wake-overdue-endpoints',
  text: `
    with ${WALK_QUEUED_ENDPOINTS}
    insert into webhook_due_endpoints (organisation_id, endpoint_id, due_at)
    select e.organisation_id, e.endpoint_id, $1::timestamptz
    from queued e
    cross join lateral (
      select from webhook_endpoints w
      where w.organisation_id = e.organisation_id and w.id = e.endpoint_id and w.active and w.deleted_at is null
      limit 1
    ) w
    cross join lateral (
      select count(*) as total from webhook_leased_attempts l
      where l.organisation_id = e.organisation_id and l.endpoint_id = e.endpoint_id
    ) under_way
    cross join lateral (
      select from webhook_queued_deliveries q
      where q.organisation_id = e.organisation_id and q.endpoint_id = e.endpoint_id
        and q.due_at < $2::timestamptz
        and not exists (
          select from webhook_leased_attempts l
          where l.organisation_id = q.organisation_id and l.endpoint_id = q.endpoint_id
            and l.delivery_id = q.delivery_id
        )
      limit 1
    ) overdue
    where under_way.total < $3::bigint
      and (select count(*) from webhook_leased_attempts l where l.organisation_id = e.organisation_id) < $4::bigint
  `,
};
