import type { WebhookEndpoint } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { findWebhookEndpoint, type EndpointKey } from './find-webhook-endpoint.ts';
import { viewWebhookEndpoint } from './webhook-endpoint-view.ts';

export const getWebhookEndpoint = async (
  { database }: Pick<Context, 'database'>,
  key: EndpointKey,
): Promise<z.infer<typeof WebhookEndpoint>> =>
  viewWebhookEndpoint(await findWebhookEndpoint(database.prisma, key));
