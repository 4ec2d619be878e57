import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../../context.ts';
import { accepted, ok } from '../../../http/reply.ts';
import { callerOf } from '../../../http/request-state.ts';
import { writeOnce } from '../../../http/write-once.ts';
import { listWebhookEndpoints } from './read-webhook-endpoints.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhookEndpoint } from './test-webhook-endpoint.ts';
import { endpointKeyOf } from './webhook-endpoint-routes.ts';

/** The versioned root's way to the same endpoints. */
export const webhookRoutes = (context: Context) =>
  initServer().router(contract.webhooks, {
    list: async ({ req, query }) => {
      const { organisationId } = callerOf(req);
      return ok(await listWebhookEndpoints(context, { organisationId, route: 'webhooks', query }));
    },
    create: (input) => createWebhookEndpoint(context, input),
    rotate: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          ok(await rotateWebhookSecret(context, tx, { ...endpointKeyOf(input), by: callerOf(input.req) })),
      }),
    test: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          accepted(await testWebhookEndpoint(context, tx, { ...endpointKeyOf(input), body: input.body })),
      }),
  });
