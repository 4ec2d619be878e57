import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageQuery } from '../shapes/page.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import {
  CreateWebhookEndpointBody,
  TestWebhookEndpointBody,
  WebhookEndpointPage,
  WebhookEndpointWithSecret,
} from './webhook-endpoints.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

const EndpointParams = z.object({ endpoint_id: Id });

/** The webhooks of the versioned root: the same endpoints as `/webhook-endpoints`. */
export const webhooks = c.router(
  {
    list: {
      method: 'GET',
      path: '/webhooks',
      summary: 'List webhooks',
      description: 'The same endpoints as those of the public API, newest first, without secrets.',
      query: z.strictObject(pageQuery),
      responses: { 200: WebhookEndpointPage },
      metadata: readPolicy('webhooks:read', ['invalid_cursor']),
    },
    create: {
      method: 'POST',
      path: '/webhooks',
      summary: 'Register a webhook',
      description:
        'Your URL is sent a ping and must answer 2xx within 10 seconds; one of kind pull has none. The secret is returned here and never again.',
      body: CreateWebhookEndpointBody,
      responses: { 201: WebhookEndpointWithSecret },
      metadata: writePolicy('webhooks:write', ['endpoint_limit']),
    },
    rotate: {
      method: 'POST',
      path: '/webhooks/:endpoint_id/rotate',
      summary: "Rotate a webhook's secret",
      description: 'Returns the new secret, this once; the old one stays valid for 24 hours.',
      pathParams: EndpointParams,
      body: NoBody,
      responses: { 200: WebhookEndpointWithSecret },
      metadata: writePolicy('webhooks:write'),
    },
    test: {
      method: 'POST',
      path: '/webhooks/:endpoint_id/test',
      summary: 'Test a webhook',
      description:
        'Sends a signed `ping`, or a sample of the type that you name, delivered and logged like any event.',
      pathParams: EndpointParams,
      body: TestWebhookEndpointBody.optional(),
      responses: { 202: WebhookDelivery },
      metadata: writePolicy('webhooks:write', ['endpoint_paused']),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
