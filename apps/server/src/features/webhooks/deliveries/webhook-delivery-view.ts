import { WebhookDelivery } from '@field-inspection/contract';
import type { WebhookDelivery as DeliveryRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

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
