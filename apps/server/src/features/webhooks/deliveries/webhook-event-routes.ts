import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../../context.ts';
import { callerOf } from '../../../http/request-state.ts';
import { accepted, ok } from '../../../http/reply.ts';
import { writeOnce } from '../../../http/write-once.ts';
import { explainWebhookDelivery } from './explain-webhook-delivery.ts';
import { getWebhookDelivery } from './get-webhook-delivery.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { redeliverWebhook } from './redeliver-webhooks.job.ts';

export const webhookEventRoutes = (context: Context) =>
  initServer().router(contract.webhookEvents, {
    list: async ({ req, query }) =>
      ok(await listWebhookDeliveries(context, { organisationId: callerOf(req).organisationId, query })),
    get: async ({ req, params }) => ok(await getWebhookDelivery(context, keyOf(req, params))),
    explain: async ({ req, params }) => ok(await explainWebhookDelivery(context, keyOf(req, params))),
    redeliver: (input) =>
      writeOnce(context, input, {
        run: async (tx) => accepted(await redeliverWebhook(tx, keyOf(input.req, input.params))),
      }),
  });

const keyOf = (req: object, { delivery_id }: { delivery_id: string }) => ({
  organisationId: callerOf(req).organisationId,
  deliveryId: delivery_id,
});
