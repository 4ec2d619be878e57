import { z } from 'zod';
import { SubscribableEventType, TestEventType } from './events.ts';
import { Id } from '../shapes/id.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { PUBLIC_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import { EndpointKind, WebhookEndpoint } from './webhook-endpoint.ts';
import { pullQuery, PulledEvents } from './webhook-pull.ts';

/** A page of endpoints, as both families list them. */
export const WebhookEndpointPage = pageOf('WebhookEndpointPage', WebhookEndpoint);

/** An endpoint with its secret, as creation returns it, this once. */
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  signing_secret: z
    .string()
    .meta({ description: 'whsec_…; shown only here', example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }),
}).meta({ id: 'WebhookEndpointWithSecret', description: 'A new endpoint with its signing secret' });

/** An endpoint as a change returns it: with the new secret when it was rotated. */
export const UpdatedWebhookEndpoint = WebhookEndpoint.extend({
  signing_secret: z
    .string()
    .optional()
    .meta({ description: 'The new secret, only when rotate_secret was true' }),
}).meta({ id: 'UpdatedWebhookEndpoint', description: 'A changed endpoint' });

const url = text(2048).min(1).meta({
  description: 'https only; must answer 2xx to a ping within 10 s. Needed, but for kind pull, which has none',
  example: 'https://example.com/hooks',
});
const label = text(500).meta({ description: 'A label for people' });
const eventTypes = z.array(SubscribableEventType).max(50).meta({
  description:
    'Empty or omitted: all types. A photo or an annotation then comes twice, as `evidence.created` and as `session.evidence.captured`: name one of them',
});

export const CreateWebhookEndpointBody = z
  .strictObject({
    kind: EndpointKind.optional().meta({
      description: 'push, unless given: each event is sent to `url`; pull: a reader fetches them',
      default: 'push',
    }),
    url: url.optional(),
    description: label.optional(),
    event_types: eventTypes.optional(),
  })
  .refine((body) => body.kind !== 'pull' || body.url === undefined, {
    path: ['url'],
    error: 'belongs to kind push: an endpoint of kind pull has none, so leave it out',
  })
  .refine((body) => body.kind === 'pull' || body.url !== undefined, {
    path: ['url'],
    error: 'is needed, but for kind pull, which has none',
  })
  .meta({ id: 'CreateWebhookEndpointBody', description: 'The endpoint to create' });

/** The body that changes an endpoint; what is absent stays. */
export const UpdateWebhookEndpointBody = z
  .strictObject({
    url: url.optional(),
    description: label.optional(),
    event_types: eventTypes.optional(),
    active: z.boolean().optional().meta({ description: 'false pauses the endpoint' }),
    rotate_secret: z
      .boolean()
      .optional()
      .meta({ description: 'true gives a new secret, once; the old one stays valid for 24 hours' }),
  })
  .meta({ id: 'UpdateWebhookEndpointBody', description: 'What to change; what is absent stays' });

/** The body of a test fire. */
export const TestWebhookEndpointBody = z
  .strictObject({
    event_type: TestEventType.optional().meta({
      description: 'ping, unless given. Of any other type a sample is sent, with `test: true` in its body',
      default: 'ping',
    }),
  })
  .meta({ id: 'TestWebhookEndpointBody', description: 'What to send' });

/** Body that asks to send failed deliveries again. */
export const RecoverDeliveriesBody = z
  .strictObject({
    since: Timestamp.meta({ description: 'Deliveries created at this time or later, within 30 days' }),
  })
  .meta({ id: 'RecoverDeliveriesBody', description: 'From when on' });

export const RecoveredDeliveries = z
  .object({ count: z.int().meta({ description: 'Deliveries that are sent again' }) })
  .meta({ id: 'RecoveredDeliveries', description: 'How many deliveries are sent again' });

const EndpointParams = z.object({ endpoint_id: Id });

export const webhookEndpoints = c.router(
  {
    list: {
      method: 'GET',
      path: '/webhook-endpoints',
      summary: 'List webhook endpoints',
      description: 'Newest first, without secrets.',
      query: z.strictObject(pageQuery),
      responses: { 200: WebhookEndpointPage },
      metadata: readPolicy('webhooks:read', ['invalid_cursor']),
    },
    create: {
      method: 'POST',
      path: '/webhook-endpoints',
      summary: 'Create a webhook endpoint',
      description:
        'Your URL is sent a ping and must answer 2xx within 10 seconds; one of kind pull has none. The secret is returned here and never again.',
      body: CreateWebhookEndpointBody,
      responses: { 201: WebhookEndpointWithSecret },
      metadata: writePolicy('webhooks:write', ['endpoint_limit']),
    },
    get: {
      method: 'GET',
      path: '/webhook-endpoints/:endpoint_id',
      summary: 'Get a webhook endpoint',
      description: 'Without its secret.',
      pathParams: EndpointParams,
      responses: { 200: WebhookEndpoint },
      metadata: readPolicy('webhooks:read'),
    },
    update: {
      method: 'PATCH',
      path: '/webhook-endpoints/:endpoint_id',
      summary: 'Change a webhook endpoint',
      description:
        'A new url is sent a ping first. `active: false` pauses; `rotate_secret: true` gives a new secret.',
      pathParams: EndpointParams,
      body: UpdateWebhookEndpointBody,
      responses: { 200: UpdatedWebhookEndpoint },
      metadata: writePolicy('webhooks:write'),
    },
    delete: {
      method: 'DELETE',
      path: '/webhook-endpoints/:endpoint_id',
      summary: 'Delete a webhook endpoint',
      description: 'What was still to be delivered to it is dropped.',
      pathParams: EndpointParams,
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: writePolicy('webhooks:write'),
    },
    test: {
      method: 'POST',
      path: '/webhook-endpoints/:endpoint_id/test',
      summary: 'Send a test delivery',
      description:
        'A signed `ping`, or a sample of the type that you name, delivered and logged like any event, whatever the endpoint subscribes to.',
      pathParams: EndpointParams,
      body: TestWebhookEndpointBody.optional(),
      responses: { 202: WebhookDelivery },
      metadata: writePolicy('webhooks:write', ['endpoint_paused']),
    },
    recover: {
      method: 'POST',
      path: '/webhook-endpoints/:endpoint_id/recover',
      summary: 'Recover failed deliveries',
      description:
        'Every failed or dropped delivery of the endpoint since then is sent again now, and its retry schedule begins anew.',
      pathParams: EndpointParams,
      body: RecoverDeliveriesBody,
      responses: { 202: RecoveredDeliveries },
      metadata: writePolicy('webhooks:write', ['endpoint_paused', 'endpoint_kind']),
    },
    pull: {
      method: 'GET',
      path: '/webhook-endpoints/:endpoint_id/events',
      summary: 'Fetch the events of a pull endpoint',
      description:
        'What comes after `after_sequence`, in the order of `sequence`, as it would be sent: body and headers, signed now. `after_sequence` acknowledges that event and all before it. With `wait` the reply comes once there is something. A paused endpoint answers 409. For keys alone: what a page acknowledged would be lost to the program that reads.',
      pathParams: EndpointParams,
      query: pullQuery,
      responses: { 200: PulledEvents },
      metadata: {
        ...readPolicy('webhooks:read', ['endpoint_paused', 'endpoint_kind']),
        caller: 'key' as const,
      },
    },
  },
  { pathPrefix: PUBLIC_ROOT, strictStatusCodes: true },
);
