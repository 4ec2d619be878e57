// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type {
  CreateWebhookEndpointBody,
  TestWebhookEndpointBody,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './webhook-endpoints.ts';
import type { WebhookDelivery } from './webhook-events.ts';

/**
 * `client.v1.webhooks`
 *
 * Better: `client.webhookEndpoints`.
 */
export class Webhooks {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List webhooks.
   *
   * The same endpoints as those of the public API, newest first, without secrets.
   *
   * Better: `client.webhookEndpoints.list`.
   *
   * Scope: `webhooks:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const webhookEndpoint of client.v1.webhooks.list({ limit: 50 })) {
   *   console.log(webhookEndpoint);
   * }
   * ```
   */
  list(query?: ListWebhooksQuery, options?: ListOptions): PagePromise<WebhookEndpoint> {
    return this.#transport.list(path`/v1/webhooks`, { query, options });
  }

  /**
   * Register a webhook.
   *
   * Your URL is sent a ping and must answer 2xx within 10 seconds; one of kind pull has none. The secret
   * is returned here and never again.
   *
   * Better: `client.webhookEndpoints.create`.
   *
   * Scope: `webhooks:write`.
   *
   * @throws {ApiError} `endpoint_limit`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const webhookEndpoint = await client.v1.webhooks.create({ url: 'https://example.com/hooks' });
   * ```
   */
  create(body: CreateWebhookEndpointBody, options?: WriteOptions): ApiPromise<WebhookEndpointWithSecret> {
    return this.#transport.post(path`/v1/webhooks`, { body, options });
  }

  /**
   * Rotate a webhook's secret.
   *
   * Returns the new secret, this once; the old one stays valid for 24 hours.
   *
   * Better: `client.webhookEndpoints`.
   *
   * Scope: `webhooks:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const webhookEndpoint = await client.v1.webhooks.rotate(endpointId);
   * ```
   */
  rotate(endpointId: string, options?: WriteOptions): ApiPromise<WebhookEndpointWithSecret> {
    return this.#transport.post(path`/v1/webhooks/${{ endpointId }}/rotate`, { options });
  }

  /**
   * Test a webhook.
   *
   * Sends a signed `ping`, or a sample of the type that you name, delivered and logged like any event.
   *
   * Better: `client.webhookEndpoints.test`.
   *
   * Scope: `webhooks:write`.
   *
   * @throws {ApiError} `endpoint_paused`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `not_found`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const webhookDelivery = await client.v1.webhooks.test(endpointId, { event_type: 'session.joined' });
   * ```
   */
  test(
    endpointId: string,
    body?: TestWebhookEndpointBody,
    options?: WriteOptions,
  ): ApiPromise<WebhookDelivery> {
    return this.#transport.post(path`/v1/webhooks/${{ endpointId }}/test`, { body, options });
  }
}

export interface ListWebhooksQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}
