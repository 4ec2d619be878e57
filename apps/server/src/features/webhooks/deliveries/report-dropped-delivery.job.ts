import { z } from 'zod';
import type { WebhookDelivery } from '#prisma';
import type { Context } from '../../../context.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import { publishEvent } from '../../events/exports/publish-event.ts';
import { viewWebhookDelivery } from './get-webhook-delivery.ts';

export const reportDroppedDelivery = defineJob({
  id: 'report-dropped-delivery',
  payload: z.object({ organisation_id: z.guid(), delivery_id: z.guid() }),
  run: (context: Context, { organisation_id, delivery_id }) =>
    context.transact(async (tx) => {
      // A conditional update: a second run finds nothing, and a delivery that is sent again is not reported.
      const [delivery] = await tx.db.$queryRaw<WebhookDelivery[]>`
        update webhook_deliveries
        set reported_attempt = attempt_count
        where organisation_id = ${organisation_id}::uuid and id = ${delivery_id}::uuid
          and status = 'dropped' and reported_attempt < attempt_count
        returning *
      `;
      if (!delivery) return;
      publishEvent(context, tx, {
        organisationId: organisation_id,
        type: 'delivery.dropped',
        data: viewWebhookDelivery(delivery),
        exceptEndpointId: delivery.endpoint_id,
      });
    }),
});
