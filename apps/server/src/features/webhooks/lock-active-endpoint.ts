import { ApiError } from '../../api-error.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { EndpointKey } from './find-webhook-endpoint.ts';
import { lockWebhookEndpoint } from './lock-webhook-endpoint.ts';
import type { WebhookEndpointRow } from './webhook-endpoint-view.ts';

/**
 * Locks an endpoint that something is to be sent to.
 *
 * @throws {ApiError} not_found, endpoint_paused
 */
export const lockActiveEndpoint = async (tx: Tx, key: EndpointKey): Promise<WebhookEndpointRow> => {
  const endpoint = await lockWebhookEndpoint(tx, key);
  if (endpoint.active) return endpoint;
  throw endpointPaused();
};

export const endpointPaused = () =>
  new ApiError('endpoint_paused', 'The webhook endpoint is paused. Set active to true first.');
