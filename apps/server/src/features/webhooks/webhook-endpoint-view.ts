import type { WebhookEndpoint } from '@field-inspection/contract';
import type { z } from 'zod';

/** A row of `webhook_endpoints`, as SQL and Prisma both give it. */
export type WebhookEndpointRow = {
  organisation_id: string;
  id: string;
  url: string;
  description: string;
  event_types: string[];
  active: boolean;
  secret_sealed: string;
  previous_secret_sealed: string | null;
  previous_secret_expires_at: Date | null;
  failing_since: Date | null;
  /** Set for a callback, which no endpoint route shows. */
  session_id: string | null;
  created_at: Date;
};

/** The endpoint as the API shows it: never with a secret (specification 2.4). */
export const viewWebhookEndpoint = (row: WebhookEndpointRow): z.infer<typeof WebhookEndpoint> => ({
  id: row.id,
  url: row.url,
  description: row.description,
  event_types: row.event_types,
  active: row.active,
  created_at: row.created_at.toISOString(),
});
