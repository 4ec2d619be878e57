import type { WebhookDelivery } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { lockActiveEndpoint, whereEndpoint, type EndpointKey } from '../dispatch/lock-endpoint.ts';
import { wakeEndpoint } from '../dispatch/wake-endpoint.ts';
import { viewWebhookDelivery } from '../deliveries/webhook-delivery-view.ts';

/** Sends a `ping` to one endpoint, whatever it subscribes to: signed, counted, retried and logged like any event. */
export const testWebhookEndpoint = async (
  { ids }: Pick<Context, 'ids'>,
  tx: Tx,
  { organisationId, endpointId }: EndpointKey,
): Promise<WebhookDelivery> => {
  await lockActiveEndpoint(tx, { organisationId, endpointId });
  const { last_sequence } = await tx.db.webhookEndpoint.update({
    where: whereEndpoint({ organisationId, endpointId }),
    data: { last_sequence: { increment: 1 } },
  });
  const event = await tx.db.event.create({
    data: { organisation_id: organisationId, id: ids.next(), type: 'ping', data: {}, created_at: tx.now },
  });
  const delivery = await tx.db.webhookDelivery.create({
    data: {
      organisation_id: organisationId,
      id: ids.next(),
      endpoint_id: endpointId,
      event_id: event.id,
      event_type: event.type,
      sequence: last_sequence,
      next_attempt_at: tx.now,
      created_at: tx.now,
    },
  });
  await tx.db.queuedDelivery.create({
    data: {
      organisation_id: organisationId,
      endpoint_id: endpointId,
      delivery_id: delivery.id,
      sequence: delivery.sequence,
      due_at: tx.now,
    },
  });
  wakeEndpoint(tx, { organisationId, endpointId });
  return viewWebhookDelivery(delivery);
};
