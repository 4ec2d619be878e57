import type { Tx } from '../../platform/transact.ts';
import type { EndpointKey } from './find-webhook-endpoint.ts';
import { lockWebhookEndpoint } from './lock-webhook-endpoint.ts';

/** Deletes an endpoint: its secrets are wiped, what was still due is dropped, its log stays. */
export const deleteWebhookEndpoint = async (tx: Tx, key: EndpointKey): Promise<void> => {
  await lockWebhookEndpoint(tx, key);
  await tx.db.webhookEndpoint.update({
    where: { organisation_id_id: { organisation_id: key.organisationId, id: key.endpointId } },
    data: {
      deleted_at: tx.now,
      secret_sealed: '',
      previous_secret_sealed: null,
      previous_secret_expires_at: null,
    },
  });
  await tx.db.webhookDelivery.updateMany({
    where: {
      organisation_id: key.organisationId,
      endpoint_id: key.endpointId,
      next_attempt_at: { not: null },
    },
    data: { status: 'dropped', next_attempt_at: null },
  });
};
