import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../../context.ts';
import { accepted } from '../../../http/reply.ts';
import { callerOf } from '../../../http/request-state.ts';
import { writeOnce } from '../../../http/write-once.ts';
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts';
import { getWebhookEndpoint } from './get-webhook-endpoint.ts';
import { listWebhookEndpoints } from './list-webhook-endpoints.ts';
import { probeChangedUrl } from './probe-receiver.ts';
import { recoverWebhookDeliveries } from '../deliveries/recover-webhook-deliveries.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { testWebhookEndpoint } from './test-webhook-endpoint.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';

export const webhookEndpointRoutes = (context: Context) =>
  initServer().router(contract.webhookEndpoints, {
    list: async ({ req, query }) => ({
      status: 200,
      body: await listWebhookEndpoints(context, {
        organisationId: callerOf(req).organisationId,
        route: 'webhook-endpoints',
        query,
      }),
    }),
    create: (input) => createWebhookEndpoint(context, input),
    get: async ({ req, params }) => ({
      status: 200,
      body: await getWebhookEndpoint(context, keyOf(req, params)),
    }),
    update: ({ req, params, body }) =>
      writeOnce(
        context,
        { req, body },
        {
          before: () => probeChangedUrl(context, { ...keyOf(req, params), url: body.url }),
          run: async (tx) => ({
            status: 200,
            body: await updateWebhookEndpoint(context, tx, { ...keyOf(req, params), body }),
          }),
        },
      ),
    delete: ({ req, params, body }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => {
            await deleteWebhookEndpoint(tx, keyOf(req, params));
            return { status: 204, body: undefined };
          },
        },
      ),
    test: ({ req, params, body }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => ({
            status: 202,
            body: await testWebhookEndpoint(context, tx, keyOf(req, params)),
          }),
        },
      ),
    recover: (input) =>
      writeOnce(context, input, {
        run: async (tx) => {
          const key = keyOf(input.req, input.params);
          return accepted(await recoverWebhookDeliveries(context, tx, { ...key, body: input.body }));
        },
      }),
  });

const keyOf = (req: object, { endpoint_id }: { endpoint_id: string }) => ({
  organisationId: callerOf(req).organisationId,
  endpointId: endpoint_id,
});
