import type { Prisma } from '#prisma';
import { ApiError } from '../../api-error.ts';
import type { WebhookEndpointRow } from './webhook-endpoint-view.ts';

export type EndpointKey = { organisationId: string; endpointId: string };

/** @throws {ApiError} not_found, the same for a deleted endpoint, for another organisation's and for a callback */
export const findWebhookEndpoint = async (
  db: Prisma.TransactionClient,
  { organisationId, endpointId }: EndpointKey,
): Promise<WebhookEndpointRow> => {
  const row = await db.webhookEndpoint.findUnique({
    where: {
      organisation_id_id: { organisation_id: organisationId, id: endpointId },
      deleted_at: null,
      session_id: null,
    },
  });
  if (!row) throw endpointNotFound();
  return row;
};

export const endpointNotFound = () => new ApiError('not_found', 'There is no such resource.');
