import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { NoBody } from '../shapes/no-body.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { PUBLIC_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Timestamp } from '../shapes/timestamp.ts';
import { EventType } from './events.ts';
import { Sequence, SEQUENCE_TYPE } from '../shapes/sequence.ts';
import { DeliveryStatus, WebhookDelivery } from './webhook-delivery.ts';

/** Outcomes of an attempt; `interrupted`: the service stopped meanwhile, and makes it anew. */
export const ATTEMPT_OUTCOMES = ['in_progress', 'delivered', 'failed', 'interrupted'] as const;

export const WebhookAttempt = z
  .object({
    number: z.int().meta({ description: 'From 1, over every redelivery' }),
    outcome: z
      .enum(ATTEMPT_OUTCOMES)
      .meta({ description: 'What the attempt came to; interrupted uses up no retry' }),
    started_at: Timestamp,
    duration_ms: z
      .int()
      .nullable()
      .meta({ description: 'Of the exchange, from DNS to the last byte; null until it is over' }),
    response_status: z.int().nullable().meta({ description: 'null when no answer came' }),
    error_class: z.string().nullable().meta({
      description:
        'Why no answer came: blocked_url, blocked_address, dns, unreachable, refused, reset, tls, timeout, protocol, aborted or secret_unavailable',
      example: 'timeout',
    }),
    error: z.string().nullable().meta({ description: 'The same in a sentence' }),
    response_excerpt: z
      .string()
      .nullable()
      .meta({ description: 'The first 16 KiB of the answer; null when none came' }),
    response_headers: z
      .record(z.string(), z.string())
      .nullable()
      .meta({
        description:
          'Of the headers of the answer those that tell why, by their names in lower case, such as content-type, location, retry-after, server and x-request-id; null when none came or none is kept',
        example: { 'content-type': 'text/html', server: 'nginx' },
      }),
  })
  .meta({ id: 'WebhookAttempt', description: 'One request to the receiver, and what came of it' });

/** Headers and body sent, the same in each attempt. */
export const WebhookRequest = z
  .object({
    headers: z.record(z.string(), z.string()).meta({
      description:
        "Without the signatures, and without what differs between attempts: their number and the signatures' time",
      example: {
        'Content-Type': 'application/json',
        'User-Agent': 'Field-Inspection-Webhooks/1',
        'Svc-Event-Id': '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
        'Svc-Event-Type': 'session.joined',
        'webhook-id': '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
      },
    }),
    body: z.string().meta({
      description: 'Byte for byte what is signed and sent: JSON as text',
      example: '{"id":"019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02","type":"session.joined","sequence":42,…}',
    }),
  })
  .meta({ id: 'WebhookRequest', description: 'What is sent, the same in each attempt' });

/** Delivery shown alone: with its request and last attempts. */
export const WebhookDeliveryWithAttempts = WebhookDelivery.extend({
  next_attempt_at: Timestamp.nullable().meta({ description: 'null once it is delivered or dropped' }),
  request: WebhookRequest,
  attempts: z.array(WebhookAttempt).meta({ description: 'The last 25, oldest first' }),
}).meta({
  id: 'WebhookDeliveryWithAttempts',
  description: 'A delivery with what is sent, and its attempts',
});

/** States of a delivery; `WebhookDeliveryExplanation` says the meaning of each. */
export const DELIVERY_STATES = [
  'in_progress',
  'waiting_for_worker',
  'parked',
  'scheduled',
  'paused',
  'waiting_for_reader',
  'delivered',
  'dropped',
] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Reason for the place of a delivery, and its next step. */
export const WebhookDeliveryExplanation = z
  .object({
    delivery: WebhookDelivery,
    state: z.enum(DELIVERY_STATES).meta({
      description:
        'in_progress: an attempt is under way; waiting_for_worker: due; parked: due, but the endpoint has as many attempts under way as it may, or others wait longer for it; scheduled: due later; paused: waits for the endpoint to be active; waiting_for_reader: its endpoint is of kind pull, and no reader has acknowledged it; delivered; dropped',
    }),
    due_at: Timestamp.nullable().meta({
      description: 'When the next attempt is due; null when none is: under way, paused, delivered or dropped',
    }),
    reason: z.string().meta({
      description: 'A sentence for people; its words may change',
      example: 'Attempt 1 failed. The next one is due at due_at.',
    }),
    attempts_left: z
      .int()
      .meta({ description: 'Attempts before it is dropped, one that is under way included' }),
    last_error: z.string().nullable().meta({
      description: 'What the last failed attempt met; null when none has failed, and once it is delivered',
    }),
  })
  .meta({ id: 'WebhookDeliveryExplanation', description: 'Why a delivery is where it is' });

export type WebhookDeliveryExplanation = z.infer<typeof WebhookDeliveryExplanation>;

const AfterSequence = Sequence.meta({
  description:
    'Deliveries to `endpoint` with a larger sequence, oldest first, as far back as they are kept (30 days)',
  ...SEQUENCE_TYPE,
});

const listQuery = z
  .strictObject({
    ...pageQuery,
    endpoint: Id.optional().meta({ description: 'Only deliveries to this endpoint' }),
    status: DeliveryStatus.optional().meta({ description: 'Only deliveries in this state' }),
    event_type: EventType.optional().meta({ description: 'Only deliveries of events of this type' }),
    session: Id.optional().meta({ description: "Only deliveries of this session's events" }),
    after_sequence: AfterSequence.optional(),
  })
  .refine(({ endpoint, after_sequence }) => after_sequence === undefined || endpoint !== undefined, {
    path: ['after_sequence'],
    error: 'needs endpoint: each endpoint counts for itself',
  });

const DeliveryParams = z.object({ delivery_id: Id });

export const webhookEvents = c.router(
  {
    list: {
      method: 'GET',
      path: '/webhook-events',
      summary: 'List webhook deliveries',
      description:
        "The last 100 of the credential's organisation, newest first. With `event_type` or `session`, all that are kept (30 days). With `after_sequence`, all of an endpoint's after that one, oldest first: what a receiver has missed.",
      query: listQuery,
      responses: { 200: pageOf('WebhookDeliveryPage', WebhookDelivery) },
      metadata: readPolicy('webhooks:read', ['invalid_cursor']),
    },
    get: {
      method: 'GET',
      path: '/webhook-events/:delivery_id',
      summary: 'Get a webhook delivery',
      description: 'With what is sent, its attempts, and what the receiver answered to each.',
      pathParams: DeliveryParams,
      responses: { 200: WebhookDeliveryWithAttempts },
      metadata: readPolicy('webhooks:read'),
    },
    explain: {
      method: 'GET',
      path: '/webhook-events/:delivery_id/explain',
      summary: 'Explain a webhook delivery',
      description: 'Why it is where it is, and when it is due.',
      pathParams: DeliveryParams,
      responses: { 200: WebhookDeliveryExplanation },
      metadata: readPolicy('webhooks:read'),
    },
    redeliver: {
      method: 'POST',
      path: '/webhook-events/:delivery_id/redeliver',
      summary: 'Redeliver a webhook',
      description:
        'Sends the same event to its endpoint again, with the same id, body and sequence, also after it was delivered or dropped. The retry schedule begins anew. One that is pending or under way is returned as it is. A reader of an endpoint of kind pull asks with a smaller `after_sequence` instead.',
      pathParams: DeliveryParams,
      body: NoBody,
      responses: { 202: WebhookDelivery },
      metadata: writePolicy('webhooks:write', ['endpoint_paused', 'endpoint_kind']),
    },
  },
  { pathPrefix: PUBLIC_ROOT, strictStatusCodes: true },
);
