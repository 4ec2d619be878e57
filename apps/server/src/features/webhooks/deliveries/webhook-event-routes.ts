import { contract, type WebhookDelivery } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { lockReceiver } from '../dispatch/lock-endpoint.ts';
import { restartDeliveries } from '../dispatch/restart-deliveries.ts';
import { wakeEndpoint } from '../dispatch/wake-endpoint.ts';
import { explainWebhookDelivery } from './explain-webhook-delivery.ts';
import { findWebhookDelivery, type WebhookDeliveryKey } from './find-webhook-delivery.ts';
import { getWebhookDelivery } from './get-webhook-delivery.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { viewWebhookDelivery } from './webhook-delivery-view.ts';

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

/** Sends an event to its endpoint again, whatever came of it before; what is already on its way is not doubled. */
const redeliverWebhook = async (tx: Tx, key: WebhookDeliveryKey): Promise<WebhookDelivery> => {
  const { endpoint_id } = await findWebhookDelivery(tx.db, key);
  const endpoint = { organisationId: key.organisationId, endpointId: endpoint_id };
  await lockReceiver(tx, endpoint);
  const [restarted] = await restartDeliveries(tx, endpoint, [key.deliveryId]);
  if (restarted) return viewWebhookDelivery(restarted);
  // It waits already, perhaps since its callback was stopped: then nobody looks at the callback any more.
  wakeEndpoint(tx, endpoint);
  return viewWebhookDelivery(await findWebhookDelivery(tx.db, key));
};
