import { WebhookDelivery } from '@field-inspection/contract';
import type { LeasedAttempt, Prisma, WebhookDelivery as DeliveryRow } from '#prisma';
import { noSuch } from '../../../api-error.ts';
import { showRow } from '../../../platform/database/show-row.ts';

export type WebhookDeliveryKey = { organisationId: string; deliveryId: string };

/** `lease`: the attempt under way. */
export type FoundDelivery = DeliveryRow & { lease: LeasedAttempt | null; leased_attempt: number | null };

/** @throws {ApiError} not_found, the same for another organisation's */
export const findWebhookDelivery = async (
  db: Prisma.TransactionClient,
  { organisationId, deliveryId }: WebhookDeliveryKey,
): Promise<FoundDelivery> => {
  const delivery = await db.webhookDelivery.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: deliveryId } },
  });
  if (!delivery) throw noSuch('webhook delivery', deliveryId);
  const { organisation_id, endpoint_id, id } = delivery;
  const lease = await db.leasedAttempt.findUnique({
    where: {
      organisation_id_endpoint_id_delivery_id: { organisation_id, endpoint_id, delivery_id: id },
    },
  });
  return { ...delivery, lease, leased_attempt: lease?.attempt ?? null };
};

/** A delivery, and the number of the attempt under way. */
export type WebhookDeliveryRow = DeliveryRow & { leased_attempt?: number | null };

/** The delivery as the log shows it. */
export const viewWebhookDelivery = (row: WebhookDeliveryRow): WebhookDelivery =>
  showRow(WebhookDelivery, {
    ...row,
    endpoint: row.endpoint_id,
    attempt_count: row.leased_attempt ?? row.attempt_count,
    event: row.event_id,
    sequence: Number(row.sequence),
  });
