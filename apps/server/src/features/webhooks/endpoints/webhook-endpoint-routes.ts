import { contract } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts';
import { getWebhookEndpoint, listWebhookEndpoints } from './read-webhook-endpoints.ts';
import { probeChangedUrl } from './probe-receiver.ts';
import { recoverWebhookDeliveries } from '../deliveries/redeliver-webhooks.job.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { rotateWebhookSecret, updateWebhookEndpoint } from './update-webhook-endpoint.ts';
import { testWebhookEndpoint } from './test-webhook-endpoint.ts';
import type { PullWaits } from '../pull/create-pull-waits.ts';
import { pullWebhookEvents } from '../pull/pull-webhook-events.ts';

export const webhookEndpointRoutes = (context: Context, waits: PullWaits) =>
  implement(contract.webhookEndpoints, {
    list: ({ caller: { organisationId }, query }) =>
      listWebhookEndpoints(context, { organisationId, route: 'webhook-endpoints', query }),
    create: { before: (given) => createWebhookEndpoint(context, given) },
    get: (given) => getWebhookEndpoint(context, endpointKeyOf(given)),
    update: {
      before: async (given) => {
        const change = { ...endpointKeyOf(given), body: given.body };
        await probeChangedUrl(context, { ...change, url: given.body.url });
        return (tx) => updateWebhookEndpoint(context, tx, { ...change, by: given.caller });
      },
    },
    delete: (tx, given) => deleteWebhookEndpoint(context, tx, { ...endpointKeyOf(given), by: given.caller }),
    test: (tx, given) => testWebhookEndpoint(context, tx, { ...endpointKeyOf(given), body: given.body }),
    recover: (tx, given) =>
      recoverWebhookDeliveries(context, tx, { ...endpointKeyOf(given), body: given.body }),
    pull: ({ caller, res, params, query }) => {
      const hungUp = new AbortController();
      res.once('close', () => hungUp.abort());
      const wish = { caller, endpointId: params.endpoint_id, query, signal: hungUp.signal };
      return pullWebhookEvents(context, waits, wish);
    },
  });

/** The versioned root's way to the same endpoints. */
export const webhookRoutes = (context: Context) =>
  implement(contract.webhooks, {
    list: ({ caller: { organisationId }, query }) =>
      listWebhookEndpoints(context, { organisationId, route: 'webhooks', query }),
    create: { before: (given) => createWebhookEndpoint(context, given) },
    rotate: (tx, given) => rotateWebhookSecret(context, tx, { ...endpointKeyOf(given), by: given.caller }),
    test: (tx, given) => testWebhookEndpoint(context, tx, { ...endpointKeyOf(given), body: given.body }),
  });

const endpointKeyOf = ({
  caller,
  params,
}: {
  caller: { organisationId: string };
  params: { endpoint_id: string };
}) => ({ organisationId: caller.organisationId, endpointId: params.endpoint_id });
