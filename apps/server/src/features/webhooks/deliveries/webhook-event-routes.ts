import { contract } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import { explainWebhookDelivery } from './explain-webhook-delivery.ts';
import { getWebhookDelivery } from './get-webhook-delivery.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { redeliverWebhook } from './redeliver-webhooks.job.ts';

export const webhookEventRoutes = (context: Context) =>
  implement(contract.webhookEvents, {
    list: ({ caller: { organisationId }, query }) =>
      listWebhookDeliveries(context, { organisationId, query }),
    get: (given) => getWebhookDelivery(context, keyOf(given)),
    explain: (given) => explainWebhookDelivery(context, keyOf(given)),
    redeliver: (tx, given) => redeliverWebhook(tx, keyOf(given)),
  });

const keyOf = ({
  caller,
  params,
}: {
  caller: { organisationId: string };
  params: { delivery_id: string };
}) => ({ organisationId: caller.organisationId, deliveryId: params.delivery_id });
