import type { Tx } from '../../../platform/database/transact.ts';
import type { EndpointKey } from './lock-endpoint.ts';

/** Has the workers look at an endpoint when the transaction commits. */
export const wakeEndpoint = (tx: Tx, { organisationId, endpointId }: EndpointKey): void => {
  const wake = { organisation_id: organisationId, endpoint_id: endpointId, due_at: tx.now };
  tx.outcome.rows.webhook_wakes.push(wake);
};
