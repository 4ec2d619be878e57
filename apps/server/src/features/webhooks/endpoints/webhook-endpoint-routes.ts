import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../../context.ts';
import { accepted, noContent, ok } from '../../../http/reply.ts';
import { callerOf } from '../../../http/request-state.ts';
import { writeOnce } from '../../../http/write-once.ts';
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts';
import { getWebhookEndpoint, listWebhookEndpoints } from './read-webhook-endpoints.ts';
import { probeChangedUrl } from './probe-receiver.ts';
import { recoverWebhookDeliveries } from '../deliveries/redeliver-webhooks.job.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { testWebhookEndpoint } from './test-webhook-endpoint.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';
import type { PullWaits } from '../pull/create-pull-waits.ts';
import { pullWebhookEvents } from '../pull/pull-webhook-events.ts';

export const webhookEndpointRoutes = (context: Context, waits: PullWaits) =>
  initServer().router(contract.webhookEndpoints, {
    list: async ({ req, query }) => {
      const { organisationId } = callerOf(req);
      return ok(await listWebhookEndpoints(context, { organisationId, route: 'webhook-endpoints', query }));
    },
    create: (input) => createWebhookEndpoint(context, input),
    get: async (input) => ok(await getWebhookEndpoint(context, endpointKeyOf(input))),
    update: (input) => {
      const change = { ...endpointKeyOf(input), body: input.body };
      return writeOnce(context, input, {
        before: () => probeChangedUrl(context, { ...change, url: input.body.url }),
        run: async (tx) =>
          ok(await updateWebhookEndpoint(context, tx, { ...change, by: callerOf(input.req) })),
      });
    },
    delete: (input) =>
      writeOnce(context, input, {
        run: async (tx) => {
          await deleteWebhookEndpoint(context, tx, { ...endpointKeyOf(input), by: callerOf(input.req) });
          return noContent();
        },
      }),
    test: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          accepted(await testWebhookEndpoint(context, tx, { ...endpointKeyOf(input), body: input.body })),
      }),
    recover: (input) =>
      writeOnce(context, input, {
        run: async (tx) => {
          const wish = { ...endpointKeyOf(input), body: input.body };
          return accepted(await recoverWebhookDeliveries(context, tx, wish));
        },
      }),
    pull: async ({ req, res, params, query }) => {
      const hungUp = new AbortController();
      res.once('close', () => hungUp.abort());
      const wish = { caller: callerOf(req), endpointId: params.endpoint_id, query, signal: hungUp.signal };
      return ok(await pullWebhookEvents(context, waits, wish));
    },
  });

/** The endpoint that a path names. */
export const endpointKeyOf = ({ req, params }: { req: object; params: { endpoint_id: string } }) => ({
  organisationId: callerOf(req).organisationId,
  endpointId: params.endpoint_id,
});
