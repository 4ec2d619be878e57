import type { WebhookEndpoint } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Prisma, WebhookEndpoint as WebhookEndpointRow } from '#prisma';
import { noSuch } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { whereEndpoint, type EndpointKey } from '../dispatch/lock-endpoint.ts';
import { viewWebhookEndpoint } from './webhook-endpoint-view.ts';

export const getWebhookEndpoint = async (
  { database }: Pick<Context, 'database'>,
  key: EndpointKey,
): Promise<z.infer<typeof WebhookEndpoint>> =>
  viewWebhookEndpoint(await findWebhookEndpoint(database.prisma, key));

/** @throws {ApiError} not_found, the same for a deleted endpoint, for another organisation's and for a callback */
export const findWebhookEndpoint = async (
  db: Prisma.TransactionClient,
  key: EndpointKey,
): Promise<WebhookEndpointRow> => {
  const row = await db.webhookEndpoint.findUnique({
    where: { ...whereEndpoint(key), deleted_at: null, session_id: null },
  });
  if (!row) throw noSuch('webhook endpoint', key.endpointId);
  return row;
};
