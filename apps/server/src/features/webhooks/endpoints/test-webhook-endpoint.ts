import type { TestWebhookEndpointBody, WebhookDelivery } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { lockActiveEndpoint, whereEndpoint, type EndpointKey } from '../dispatch/lock-endpoint.ts';
import { wakeEndpoint } from '../dispatch/wake-endpoint.ts';
import { viewWebhookDelivery } from '../deliveries/webhook-delivery-view.ts';
import { readEventSample } from './read-event-sample.ts';

type Body = z.output<typeof TestWebhookEndpointBody>;

/**
 * Sends a `ping`, or a sample of another type, to one endpoint, whatever it subscribes to: signed, counted, retried and
 * logged like any event.
 */
export const testWebhookEndpoint = async (
  { ids }: Pick<Context, 'ids'>,
  tx: Tx,
  { organisationId, endpointId, body = {} }: EndpointKey & { body?: Body | undefined },
): Promise<WebhookDelivery> => {
  const key = { organisationId, endpointId };
  const { kind } = await lockActiveEndpoint(tx, key);
  const { last_sequence } = await tx.db.webhookEndpoint.update({
    where: whereEndpoint(key),
    data: { last_sequence: { increment: 1 } },
  });
  const type = body.event_type ?? 'ping';
  const event = await tx.db.event.create({
    data: {
      organisation_id: organisationId,
      id: ids.next(),
      type,
      data: type === 'ping' ? {} : readEventSample(type, tx.now),
      test: type !== 'ping',
      created_at: tx.now,
    },
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
  if (kind === 'push') await queueDelivery(tx, key, delivery);
  return viewWebhookDelivery(delivery);
};

const queueDelivery = async (
  tx: Tx,
  key: EndpointKey,
  { id, sequence }: { id: string; sequence: bigint },
): Promise<void> => {
  await tx.db.queuedDelivery.create({
    data: {
      organisation_id: key.organisationId,
      endpoint_id: key.endpointId,
      delivery_id: id,
      sequence,
      due_at: tx.now,
    },
  });
  wakeEndpoint(tx, key);
};
