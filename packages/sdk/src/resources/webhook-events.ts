// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';

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
   * The last 100 of the credential's organisation, newest first. With `event_type` or `session`, all
   * that are kept (30 days). With `after_sequence`, all of an endpoint's after that one, oldest first:
   * what a receiver has missed.
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
  list(query?: ListWebhookEventsQuery, options?: ListOptions): PagePromise<WebhookDelivery> {
    return this.#transport.list(path`/api/v1/public/webhook-events`, { query, options });
  }

  /**
   * Get a webhook delivery.
   *
   * With what is sent, its attempts, and what the receiver answered to each.
   *
   * Scope: `webhooks:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const webhookDelivery = await client.webhookEvents.get(deliveryId);
   * ```
   */
  get(deliveryId: string, options?: RequestOptions): ApiPromise<WebhookDeliveryWithAttempts> {
    return this.#transport.get(path`/api/v1/public/webhook-events/${{ deliveryId }}`, { options });
  }

  /**
   * Explain a webhook delivery.
   *
   * Why it is where it is, and when it is due.
   *
   * Scope: `webhooks:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const webhookDeliveryExplanation = await client.webhookEvents.explain(deliveryId);
   * ```
   */
  explain(deliveryId: string, options?: RequestOptions): ApiPromise<WebhookDeliveryExplanation> {
    return this.#transport.get(path`/api/v1/public/webhook-events/${{ deliveryId }}/explain`, { options });
  }

  /**
   * Redeliver a webhook.
   *
   * Sends the same event to its endpoint again, with the same id, body and sequence, also after it was
   * delivered or dropped. The retry schedule begins anew. One that is pending or under way is returned
   * as it is. A reader of an endpoint of kind pull asks with a smaller `after_sequence` instead.
   *
   * Scope: `webhooks:write`.
   *
   * @throws {ApiError} `endpoint_kind`, `endpoint_paused`, `idempotency_in_flight`,
   * `idempotency_key_reused`, `internal_error`, `not_found`, `payload_too_large`, `permission_denied`,
   * `rate_limited`, `request_timeout`, `unauthenticated`, `unavailable`, `unsupported_media_type`,
   * `validation_error`
   *
   * @example
   * ```ts
   * const webhookDelivery = await client.webhookEvents.redeliver(deliveryId);
   * ```
   */
  redeliver(deliveryId: string, options?: WriteOptions): ApiPromise<WebhookDelivery> {
    return this.#transport.post(path`/api/v1/public/webhook-events/${{ deliveryId }}/redeliver`, { options });
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
  status?: DeliveryStatus | NewerValue | undefined;
  /** Only deliveries of events of this type */
  event_type?: EventType | NewerValue | undefined;
  /** Only deliveries of this session's events */
  session?: string | undefined;
  /**
   * Deliveries to `endpoint` with a larger sequence, oldest first, as far back as they are kept (30
   * days)
   */
  after_sequence?: number | undefined;
}

/** failed: will be tried again; dropped: will not */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dropped';

/** A type of event */
export type EventType =
  | 'session.created'
  | 'session.joined'
  | 'session.updated'
  | 'session.ended'
  | 'session.outcome'
  | 'session.evidence.captured'
  | 'session.signed'
  | 'session.anchored'
  | 'session.completed'
  | 'evidence.created'
  | 'session.expired'
  | 'session.redacted'
  | 'participant.left'
  | 'recording.ready'
  | 'endpoint.paused'
  | 'delivery.dropped'
  | 'message.failed'
  | 'ping';

/** One event on its way to one endpoint */
export interface WebhookDelivery {
  /** UUID */
  id: string;
  /** UUID */
  endpoint: string;
  /** The type of the event */
  event_type: string;
  status: DeliveryStatus | NewerValue;
  /** What the receiver answered last; null until it did */
  response_status: number | null;
  /** Attempts so far, the first included; of an endpoint of kind pull, how often it was fetched */
  attempt_count: number;
  /** ISO 8601 timestamp */
  created_at: string;
  /** null until the receiver has it */
  delivered_at: string | null;
  /** The id of the event, the same in every attempt and for every endpoint */
  event: string;
  /** The event's place among those of its endpoint, from 1, without a gap */
  sequence: number;
  /**
   * When a reader last got it, of an endpoint of kind pull; it is delivered once the reader acknowledges
   * it. null for all others
   */
  fetched_at: string | null;
}

/** A delivery with what is sent, and its attempts */
export interface WebhookDeliveryWithAttempts extends WebhookDelivery {
  /** null once it is delivered or dropped */
  next_attempt_at: string | null;
  request: WebhookRequest;
  /** The last 25, oldest first */
  attempts: WebhookAttempt[];
}

/** What is sent, the same in each attempt */
export interface WebhookRequest {
  /**
   * Without the signatures, and without what differs between attempts: their number and the signatures'
   * time
   */
  headers: Record<string, string>;
  /** Byte for byte what is signed and sent: JSON as text */
  body: string;
}

/** One request to the receiver, and what came of it */
export interface WebhookAttempt {
  /** From 1, over every redelivery */
  number: number;
  /** What the attempt came to; interrupted uses up no retry */
  outcome: 'in_progress' | 'delivered' | 'failed' | 'interrupted' | NewerValue;
  /** ISO 8601 timestamp */
  started_at: string;
  /** Of the exchange, from DNS to the last byte; null until it is over */
  duration_ms: number | null;
  /** null when no answer came */
  response_status: number | null;
  /**
   * Why no answer came: blocked_url, blocked_address, dns, unreachable, refused, reset, tls, timeout,
   * protocol, aborted or secret_unavailable
   */
  error_class: string | null;
  /** The same in a sentence */
  error: string | null;
  /** The first 16 KiB of the answer; null when none came */
  response_excerpt: string | null;
  /**
   * Of the headers of the answer those that tell why, by their names in lower case, such as
   * content-type, location, retry-after, server and x-request-id; null when none came or none is kept
   */
  response_headers: Record<string, string> | null;
}

/** Why a delivery is where it is */
export interface WebhookDeliveryExplanation {
  delivery: WebhookDelivery;
  /**
   * in_progress: an attempt is under way; waiting_for_worker: due; parked: due, but the endpoint has as
   * many attempts under way as it may, or others wait longer for it; scheduled: due later; paused: waits
   * for the endpoint to be active; waiting_for_reader: its endpoint is of kind pull, and no reader has
   * acknowledged it; delivered; dropped
   */
  state:
    | 'in_progress'
    | 'waiting_for_worker'
    | 'parked'
    | 'scheduled'
    | 'paused'
    | 'waiting_for_reader'
    | 'delivered'
    | 'dropped'
    | NewerValue;
  /** When the next attempt is due; null when none is: under way, paused, delivered or dropped */
  due_at: string | null;
  /** A sentence for people; its words may change */
  reason: string;
  /** Attempts before it is dropped, one that is under way included */
  attempts_left: number;
  /** What the last failed attempt met; null when none has failed */
  last_error: string | null;
}
