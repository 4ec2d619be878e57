import type { WebhookDelivery } from '@field-inspection/contract';

/** A row of `webhook_deliveries`, as SQL and Prisma both give it, and the number of the attempt under way. */
export type WebhookDeliveryRow = {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  sequence: bigint;
  status: string;
  response_status: number | null;
  attempt_count: number;
  leased_attempt?: number | null;
  created_at: Date;
  delivered_at: Date | null;
};

/** The delivery as the log shows it (specification 2.5). */
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
