import type { WebhookDelivery } from '@field-inspection/contract';
import type { WebhookDelivery as DeliveryRow } from '#prisma';

/** A delivery, and the number of the attempt under way. */
export type WebhookDeliveryRow = DeliveryRow & { leased_attempt?: number | null };

/** The delivery as the log shows it. */
export const viewWebhookDelivery = (row: WebhookDeliveryRow): WebhookDelivery => ({
  id: row.id,
  endpoint: row.endpoint_id,
  event_type: row.event_type,
  // The table's check holds the column to the contract's words.
  status: row.status as WebhookDelivery['status'],
  response_status: row.response_status,
  attempt_count: row.leased_attempt ?? row.attempt_count,
  created_at: row.created_at.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
  event: row.event_id,
  sequence: Number(row.sequence),
});
