import type { Tx } from '../../../platform/database/transact.ts';
import type { EndpointKey } from './lock-endpoint.ts';

/**
 * Locks the gate of an endpoint until the commit. It comes before the rows of deliveries, as in a claim: the other
 * way round the two could wait for each other. And in a statement of its own: what follows sees the leases that
 * were given while it waited. Raw, for the lock.
 */
export const lockWebhookGate = async (tx: Tx, { organisationId, endpointId }: EndpointKey): Promise<void> => {
  await tx.db.$queryRaw`
    select active from lock_webhook_gates(array[${organisationId}::uuid], array[${endpointId}::uuid])
  `;
};
