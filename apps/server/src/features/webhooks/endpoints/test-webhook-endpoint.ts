import {
  EVENTS,
  type EmittedEventType,
  type TestWebhookEndpointBody,
  type WebhookDelivery,
} from '@field-inspection/contract';
import type { z } from 'zod';
import type { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { readOpenApi } from '../../../platform/read-openapi.ts';
import {
  lockActiveEndpoint,
  wakeEndpoint,
  whereEndpoint,
  type EndpointKey,
} from '../dispatch/lock-endpoint.ts';
import { viewWebhookDelivery } from '../deliveries/get-webhook-delivery.ts';

type Body = z.output<typeof TestWebhookEndpointBody>;

/** The endpoint need not subscribe: the event is signed, counted, retried and logged like any other. */
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

/** The times of the document's example are moved to now. */
const readEventSample = (type: EmittedEventType, now: Date): Prisma.InputJsonObject => {
  const { components } = readOpenApi() as { components: { examples: Record<string, { value: Sample }> } };
  const { created_at: at, data } = components.examples[EVENTS[type].id]!.value;
  const age = now.getTime() - Date.parse(at);
  return JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === 'string' && INSTANT.test(value)
      ? new Date(Date.parse(value) + age).toISOString()
      : value,
  ) as Prisma.InputJsonObject;
};

type Sample = { created_at: string; data: object };

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
