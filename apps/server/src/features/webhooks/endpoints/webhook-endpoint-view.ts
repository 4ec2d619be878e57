import { WebhookEndpoint } from '@field-inspection/contract';
import type { z } from 'zod';
import type { WebhookEndpoint as WebhookEndpointRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

/** The endpoint as the API shows it: never with a secret. */
export const viewWebhookEndpoint = (row: WebhookEndpointRow): z.infer<typeof WebhookEndpoint> =>
  showRow(WebhookEndpoint, {
    ...row,
    // A process of the release before leaves them when it sets the endpoint going again.
    paused_reason: row.active ? null : row.paused_reason,
    paused_at: row.active ? null : row.paused_at,
  });
