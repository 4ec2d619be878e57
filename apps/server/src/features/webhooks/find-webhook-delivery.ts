import { Prisma } from '#prisma';
import { ApiError } from '../../api-error.ts';

export type WebhookDeliveryKey = { organisationId: string; deliveryId: string };

/** An attempt's reply may have 16 KiB, and a delivery that is sent again and again any number of attempts. */
const ATTEMPTS_SHOWN = 25;

export type FoundDelivery = Prisma.WebhookDeliveryGetPayload<{ include: { attempts: true } }>;

/**
 * A delivery and its last attempts, oldest first.
 *
 * @throws {ApiError} not_found, the same for another organisation's
 */
export const findWebhookDelivery = async (
  db: Prisma.TransactionClient,
  { organisationId, deliveryId }: WebhookDeliveryKey,
): Promise<FoundDelivery> => {
  const delivery = await db.webhookDelivery.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: deliveryId } },
    include: { attempts: { orderBy: { number: 'desc' }, take: ATTEMPTS_SHOWN } },
  });
  if (!delivery) throw deliveryNotFound();
  return { ...delivery, attempts: delivery.attempts.toReversed() };
};
