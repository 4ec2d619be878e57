import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { Id } from './id.ts';
import { pageOf, pageQuery } from './page.ts';
import { readPolicy } from './policy.ts';
import { PUBLIC_ROOT } from './roots.ts';
import { Timestamp } from './timestamp.ts';

const c = initContract();

/** The states of a delivery (specification 3.3). */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'dropped'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Where a delivery stands, as bodies and queries write it. */
export const DeliveryStatus = z
  .enum(DELIVERY_STATUSES)
  .meta({ id: 'DeliveryStatus', description: 'failed: will be tried again; dropped: will not' });

/** One event on its way to one endpoint (specification 2.5). */
export const WebhookDelivery = z
  .object({
    id: Id,
    endpoint: Id,
    event_type: z.string().meta({ example: 'session.joined' }),
    status: DeliveryStatus,
    response_status: z
      .int()
      .nullable()
      .meta({ description: 'What the receiver answered last; null until it did' }),
    attempt_count: z.int().meta({ description: 'Attempts so far, the first included' }),
    created_at: Timestamp,
    delivered_at: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to one endpoint' });

export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const webhookEvents = c.router(
  {
    list: {
      method: 'GET',
      path: '/webhook-events',
      summary: 'List webhook deliveries',
      description: "The last 100 of the credential's organisation, newest first.",
      query: z.strictObject({
        ...pageQuery,
        endpoint: Id.optional().meta({ description: 'Only deliveries to this endpoint' }),
        status: DeliveryStatus.optional().meta({ description: 'Only deliveries in this state' }),
      }),
      responses: { 200: pageOf('WebhookDeliveryPage', WebhookDelivery) },
      metadata: readPolicy('webhooks:read', ['invalid_cursor']),
    },
  },
  { pathPrefix: PUBLIC_ROOT, strictStatusCodes: true },
);
