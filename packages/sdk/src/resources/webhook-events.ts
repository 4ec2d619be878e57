// Generated from packages/contract by pnpm gen; do not edit.

import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page-promise.ts';
import { path } from '../internal/route-path.ts';
import type { Transport } from '../internal/transport.ts';

/** `client.webhookEvents` */
export class WebhookEvents {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List webhook deliveries.
   *
   * The last 100 of the credential's organisation, newest first.
   *
   * Scope: `webhooks:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const webhookDelivery of client.webhookEvents.list({ limit: 50 })) {
   *   console.log(webhookDelivery);
   * }
   * ```
   */
  list(query?: ListWebhookEventsQuery, options?: RequestOptions): PagePromise<WebhookDelivery> {
    return this.#transport.list(path`/api/v1/public/webhook-events`, { query, options });
  }
}

export interface ListWebhookEventsQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
  /** Only deliveries to this endpoint */
  endpoint?: string | undefined;
  /** Only deliveries in this state */
  status?: DeliveryStatus | undefined;
}

/** failed: will be tried again; dropped: will not */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dropped';

/** One event on its way to one endpoint */
export interface WebhookDelivery {
  /** UUID */
  id: string;
  /** UUID */
  endpoint: string;
  event_type: string;
  status: DeliveryStatus | (string & {});
  /** What the receiver answered last; null until it did */
  response_status: number | null;
  /** Attempts so far, the first included */
  attempt_count: number;
  /** ISO 8601 timestamp */
  created_at: string;
  /** ISO 8601 timestamp */
  delivered_at: string | null;
}
