import { contract } from '@field-inspection/contract';
import { Prisma, type WebhookEndpoint as WebhookEndpointRow } from '#prisma';
import type { Context } from '../../../context.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import { leadBy, listPage } from '../../../platform/database/list-page.ts';
import { recoverWebhookDeliveries } from '../deliveries/recover-webhook-deliveries.ts';
import type { PullWaits } from '../pull/create-pull-waits.ts';
import { pullWebhookEvents } from '../pull/pull-webhook-events.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts';
import { getWebhookEndpoint } from './get-webhook-endpoint.ts';
import { probeChangedUrl } from './probe-receiver.ts';
import { testWebhookEndpoint } from './test-webhook-endpoint.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';
import { viewWebhookEndpoint } from './webhook-endpoint-view.ts';

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
    rotate: async (tx, given) => {
      const change = { ...endpointKeyOf(given), by: given.caller, body: { rotate_secret: true } };
      const endpoint = await updateWebhookEndpoint(context, tx, change);
      return { ...endpoint, signing_secret: endpoint.signing_secret! };
    },
    test: (tx, given) => testWebhookEndpoint(context, tx, { ...endpointKeyOf(given), body: given.body }),
  });

const endpointKeyOf = ({
  caller,
  params,
}: {
  caller: { organisationId: string };
  params: { endpoint_id: string };
}) => ({ organisationId: caller.organisationId, endpointId: params.endpoint_id });

/** One page of the organisation's endpoints, newest first. */
export const listWebhookEndpoints = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    route,
    query,
  }: {
    organisationId: string;
    /** Both list the same, and neither takes the other's cursors. */
    route: 'webhook-endpoints' | 'webhooks';
    query: { limit: number; cursor?: string | undefined };
  },
) => {
  const of = { table: 'webhook_endpoints', organisationId };
  const { rows, ...page } = await listPage<WebhookEndpointRow>(context, {
    list: [route, organisationId],
    cursor: query.cursor,
    limit: query.limit,
    of,
    // Callbacks are as many as sessions: the index has none of them.
    whole: leadBy(of, Prisma.sql`session_id is null and deleted_at is null`),
  });
  return { data: rows.map(viewWebhookEndpoint), ...page };
};
