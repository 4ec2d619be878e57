import type { Tx } from '../../platform/database/transact.ts';
import { endpointNotFound, type EndpointKey } from './find-webhook-endpoint.ts';
import type { WebhookEndpointRow } from './webhook-endpoint-view.ts';

/**
 * Reads an endpoint under its row lock: two rotations at once take their turns, and no event takes a
 * sequence number meanwhile.
 *
 * @throws {ApiError} not_found
 */
export const lockWebhookEndpoint = async (tx: Tx, key: EndpointKey): Promise<WebhookEndpointRow> => {
  const endpoint = await lockEndpointIfKept(tx, key);
  if (!endpoint || endpoint.session_id !== null) throw endpointNotFound();
  return endpoint;
};

/** The same, but a callback, too, and undefined for what was deleted. */
export const lockEndpointIfKept = async (
  tx: Tx,
  { organisationId, endpointId }: EndpointKey,
): Promise<WebhookEndpointRow | undefined> => {
  // Raw, since Prisma can't lock; `no key`, so that rows which refer to the endpoint can still be written.
  const rows = await tx.db.$queryRaw<WebhookEndpointRow[]>`
    select *
    from webhook_endpoints
    where organisation_id = ${organisationId}::uuid and id = ${endpointId}::uuid and deleted_at is null
    for no key update
  `;
  return rows[0];
};
