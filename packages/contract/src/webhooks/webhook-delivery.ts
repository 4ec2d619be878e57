import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { Timestamp } from '../shapes/timestamp.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'dropped'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const DeliveryStatus = z
  .enum(DELIVERY_STATUSES)
  .meta({ id: 'DeliveryStatus', description: 'failed: will be tried again; dropped: will not' });

export const WebhookDelivery = z
  .object({
    id: Id,
    endpoint: Id,
    event_type: z.string().meta({ description: 'The type of the event', example: 'session.joined' }),
    status: DeliveryStatus,
    response_status: z
      .int()
      .nullable()
      .meta({ description: 'What the receiver answered last; null until it did' }),
    attempt_count: z.int().meta({
      description:
        'Attempts so far, the first included; of an endpoint of kind pull, how often it was fetched',
    }),
    created_at: Timestamp,
    delivered_at: Timestamp.nullable().meta({ description: 'null until the receiver has it' }),
    event: Id.meta({
      description: 'The id of the event, the same in every attempt and for every endpoint',
      example: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
    }),
    sequence: z
      .int()
      .meta({ description: "The event's place among those of its endpoint, from 1, without a gap" }),
    fetched_at: Timestamp.nullable().meta({
      description:
        'When a reader last got it, of an endpoint of kind pull; it is delivered once the reader acknowledges it. null for all others',
    }),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to one endpoint' });

export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
