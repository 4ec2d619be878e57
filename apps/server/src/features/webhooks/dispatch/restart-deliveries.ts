import type { WebhookDelivery } from '#prisma';
import type { Tx } from '../../../platform/database/transact.ts';
import { takeTurn, type EndpointKey, wakeEndpoint } from './lock-endpoint.ts';

/**
 * Makes deliveries due now, with the whole retry schedule before them, and gives them back. A delivery that is pending
 * or in a worker's hands stays as it is. The caller holds the endpoint's lock: a deleted one must get none.
 */
export const restartDeliveries = async (
  tx: Tx,
  key: EndpointKey,
  ids: string[],
): Promise<WebhookDelivery[]> => {
  await takeTurn(tx, key);
  // Raw, for the returned rows. A delivery that is due already keeps its position in the queue. A lease that is over but
  // not given back counts, too: the worker may still record, and would write its old count of failures over the new
  // one.
  const rows = await tx.db.$queryRaw<WebhookDelivery[]>`
    with restarted as (
      update webhook_deliveries d
      set status = 'pending', failure_count = 0, next_attempt_at = least(next_attempt_at, ${tx.now}),
        delivered_at = null
      where organisation_id = ${key.organisationId}::uuid and endpoint_id = ${key.endpointId}::uuid
        and id = any (${ids}::uuid[]) and status <> 'pending'
        and not exists (
          select from webhook_leased_attempts l
          where l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
        )
      returning *
    ),
    queued as (
      insert into webhook_queued_deliveries (organisation_id, endpoint_id, delivery_id, sequence, due_at)
      select organisation_id, endpoint_id, id, sequence, next_attempt_at from restarted
      on conflict (organisation_id, endpoint_id, delivery_id) do update
      set due_at = excluded.due_at
    )
    select * from restarted
  `;
  if (rows.length > 0) wakeEndpoint(tx, key);
  return rows;
};
