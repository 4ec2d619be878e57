import { WebhookEndpoint } from '@field-inspection/contract';
import type { z } from 'zod';
import type { WebhookEndpoint as WebhookEndpointRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

/** The endpoint as the API shows it: never with a secret. */
export const viewWebhookEndpoint = (row: WebhookEndpointRow): z.infer<typeof WebhookEndpoint> =>
  showRow(WebhookEndpoint, row);
