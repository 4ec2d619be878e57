import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';

const Delivery = z.object({ organisation_id: z.guid(), delivery_id: z.guid() });

/** A process of the release before gives deliveries jobs, and writes no wakes. To be deleted after the next release. */
export const deliverWebhook = defineJob({
  id: 'deliver-webhook',
  payload: z
    .union([Delivery.transform((delivery) => [delivery]), z.array(Delivery)])
    .transform((deliveries) => ({ deliveries })),
  run: async ({ database }: Context, { deliveries }) => {
    await database.pool.query(
      `
      insert into webhook_due_endpoints (organisation_id, endpoint_id, due_at)
      select q.organisation_id, q.endpoint_id, min(q.due_at)
      from unnest($1::uuid[], $2::uuid[]) as d (organisation_id, id)
      join webhook_deliveries w on w.organisation_id = d.organisation_id and w.id = d.id
      join webhook_queued_deliveries q
        on q.organisation_id = w.organisation_id and q.endpoint_id = w.endpoint_id and q.delivery_id = w.id
      group by q.organisation_id, q.endpoint_id
      returning pg_notify('webhook_wakes', '')
      `,
      [
        deliveries.map(({ organisation_id }) => organisation_id),
        deliveries.map(({ delivery_id }) => delivery_id),
      ],
    );
  },
});
