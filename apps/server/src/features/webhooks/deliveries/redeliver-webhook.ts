import type { WebhookDelivery } from '@field-inspection/contract';
import type { Tx } from '../../../platform/database/transact.ts';
import { findWebhookDelivery, type WebhookDeliveryKey } from './find-webhook-delivery.ts';
import { lockReceiver } from '../dispatch/lock-endpoint.ts';
import { restartDeliveries } from '../dispatch/restart-deliveries.ts';
import { wakeEndpoint } from '../dispatch/wake-endpoint.ts';
import { viewWebhookDelivery } from './webhook-delivery-view.ts';

/** Sends an event to its endpoint again, whatever came of it before; what is already on its way is not doubled. */
export const redeliverWebhook = async (tx: Tx, key: WebhookDeliveryKey): Promise<WebhookDelivery> => {
  const { endpoint_id } = await findWebhookDelivery(tx.db, key);
  const endpoint = { organisationId: key.organisationId, endpointId: endpoint_id };
  await lockReceiver(tx, endpoint);
  const [restarted] = await restartDeliveries(tx, endpoint, [key.deliveryId]);
  if (restarted) return viewWebhookDelivery(restarted);
  // It waits already, perhaps since its callback was stopped: then nobody looks at the callback any more.
  wakeEndpoint(tx, endpoint);
  return viewWebhookDelivery(await findWebhookDelivery(tx.db, key));
};
