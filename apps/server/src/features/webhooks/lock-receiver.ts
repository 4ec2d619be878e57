import type { Tx } from '../../platform/database/transact.ts';
import { endpointNotFound, type EndpointKey } from './find-webhook-endpoint.ts';
import { endpointPaused } from './lock-active-endpoint.ts';
import { lockEndpointIfKept } from './lock-webhook-endpoint.ts';

/**
 * Locks what a delivery is sent to again: an endpoint that is active, or a callback. One that was stopped is
 * set going: no other route could, and who asks for the delivery says that the receiver is back.
 *
 * @throws {ApiError} not_found, endpoint_paused
 */
export const lockReceiver = async (tx: Tx, key: EndpointKey): Promise<void> => {
  const receiver = await lockEndpointIfKept(tx, key);
  if (!receiver) throw endpointNotFound();
  if (receiver.active) return;
  if (receiver.session_id === null) throw endpointPaused();
  await tx.db.webhookEndpoint.update({
    where: { organisation_id_id: { organisation_id: key.organisationId, id: key.endpointId } },
    data: { active: true, failing_since: null },
  });
};
