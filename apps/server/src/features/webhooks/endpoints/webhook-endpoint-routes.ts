import { contract } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { recoverWebhookDeliveries } from '../deliveries/redeliver-webhooks.job.ts';
import { type EndpointKey, lockEndpoint, takeTurn, whereEndpoint } from '../dispatch/lock-endpoint.ts';
import type { PullWaits } from '../pull/create-pull-waits.ts';
import { pullWebhookEvents } from '../pull/pull-webhook-events.ts';
import { appendEndpointEntry } from './append-endpoint-entries.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { probeChangedUrl } from './probe-receiver.ts';
import { getWebhookEndpoint, listWebhookEndpoints } from './read-webhook-endpoints.ts';
import { testWebhookEndpoint } from './test-webhook-endpoint.ts';
import { rotateWebhookSecret, updateWebhookEndpoint } from './update-webhook-endpoint.ts';

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

export const deleteWebhookEndpoint = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { by, ...key }: EndpointKey & { by: Actor },
): Promise<void> => {
  const row = await lockEndpoint(tx, key);
  const { kind, acknowledged_sequence } = row;
  appendEndpointEntry(context, tx, { kind: 'webhook_endpoint.deleted', by, row });
  await tx.db.webhookEndpoint.update({
    where: whereEndpoint(key),
    data: {
      deleted_at: tx.now,
      secret_sealed: '',
      previous_secret_sealed: null,
      previous_secret_expires_at: null,
    },
  });
  await takeTurn(tx, key);
  // Raw, for the leases: an attempt under way still enters the log, but changes nothing. Whoever deletes an endpoint
  // knows of the drop, so it is marked as told, without a delivery.dropped.
  await tx.db.$executeRaw`
    with dropped as (
      update webhook_deliveries d
      set status = 'dropped', next_attempt_at = null,
        attempt_count = coalesce(l.attempt, d.attempt_count),
        reported_attempt = coalesce(l.attempt, d.attempt_count)
      from webhook_queued_deliveries q
      left join webhook_leased_attempts l
        on l.organisation_id = q.organisation_id and l.endpoint_id = q.endpoint_id and l.delivery_id = q.delivery_id
      where q.organisation_id = ${key.organisationId}::uuid and q.endpoint_id = ${key.endpointId}::uuid
        and d.organisation_id = q.organisation_id and d.id = q.delivery_id and d.next_attempt_at is not null
    )
    delete from webhook_queued_deliveries
    where organisation_id = ${key.organisationId}::uuid and endpoint_id = ${key.endpointId}::uuid
  `;
  // A reader's deliveries are not in the queue.
  if (kind === 'pull')
    await tx.db.webhookDelivery.updateMany({
      where: {
        organisation_id: key.organisationId,
        endpoint_id: key.endpointId,
        sequence: { gt: acknowledged_sequence },
        status: 'pending',
      },
      data: { status: 'dropped', next_attempt_at: null },
    });
};
