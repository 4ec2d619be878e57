import type { Prisma, WebhookDelivery } from '#prisma';
import { ApiError } from '../../api-error.ts';

export type WebhookDeliveryKey = { organisationId: string; deliveryId: string };

/** @throws {ApiError} not_found, the same for another organisation's */
export const findWebhookDelivery = async (
  db: Prisma.TransactionClient,
  { organisationId, deliveryId }: WebhookDeliveryKey,
): Promise<WebhookDelivery> => {
  const delivery = await db.webhookDelivery.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: deliveryId } },
  });
  if (!delivery) throw deliveryNotFound();
  return delivery;
};

export const deliveryNotFound = () => new ApiError('not_found', 'There is no such resource.');
