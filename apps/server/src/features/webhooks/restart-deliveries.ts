import { Prisma } from '#prisma';
import type { Tx } from '../../platform/transact.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import type { EndpointKey } from './find-webhook-endpoint.ts';
import type { WebhookDeliveryRow } from './webhook-delivery-view.ts';

/**
 * Makes deliveries due now, with the whole retry schedule before them, and returns those. One that is pending
 * or in a worker's hands stays as it is. The caller holds the endpoint's lock: a deleted one must get none.
 */
export const restartDeliveries = async (
  tx: Tx,
  { organisationId, endpointId }: EndpointKey,
  ids: string[],
): Promise<WebhookDeliveryRow[]> => {
  // Raw, for the rows that it returns. A lease that is over but not given back counts, too: the worker may
  // still record, and would write its old count of failures over the new one.
  const rows = await tx.db.$queryRaw<WebhookDeliveryRow[]>`
    update webhook_deliveries
    set status = 'pending', failure_count = 0, next_attempt_at = ${tx.now}, delivered_at = null
    where organisation_id = ${organisationId}::uuid and endpoint_id = ${endpointId}::uuid
      and id = any (${ids}::uuid[]) and status <> 'pending' and lease_until is null
    returning *
  `;
  const restarted = rows.map(({ id }) => id);
  if (restarted.length === 0) return [];
  enqueueDeliveries(
    tx,
    Prisma.sql`d.organisation_id = ${organisationId}::uuid and d.id = any (${restarted}::uuid[])`,
  );
  return rows;
};
