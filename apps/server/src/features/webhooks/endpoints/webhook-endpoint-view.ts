import type { WebhookEndpoint } from '@field-inspection/contract';
import type { z } from 'zod';
import type { WebhookEndpoint as WebhookEndpointRow } from '#prisma';

/** The endpoint as the API shows it: never with a secret. */
export const viewWebhookEndpoint = (row: WebhookEndpointRow): z.infer<typeof WebhookEndpoint> => ({
  id: row.id,
  url: row.url,
  description: row.description,
  event_types: row.event_types,
  active: row.active,
  created_at: row.created_at.toISOString(),
});
