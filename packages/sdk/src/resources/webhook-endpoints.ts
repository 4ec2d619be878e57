// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { WebhookDelivery } from './webhook-events.ts';

/** `client.webhookEndpoints` */
export class WebhookEndpoints {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List webhook endpoints.
   *
   * Newest first, without secrets.
   *
   * Scope: `webhooks:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const webhookEndpoint of client.webhookEndpoints.list({ limit: 50 })) {
   *   console.log(webhookEndpoint);
   * }
   * ```
   */
  list(query?: ListWebhookEndpointsQuery, options?: ListOptions): PagePromise<WebhookEndpoint> {
    return this.#transport.list(path`/api/v1/public/webhook-endpoints`, { query, options });
  }

  /**
   * Create a webhook endpoint.
   *
   * Your URL is sent a ping and must answer 2xx within 10 seconds; one of kind pull has none. The secret
   * is returned here and never again.
   *
   * Scope: `webhooks:write`.
   *
   * @throws {ApiError} `endpoint_limit`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const webhookEndpoint = await client.webhookEndpoints.create({ url: 'https://example.com/hooks' });
   * ```
   */
  create(body: CreateWebhookEndpointBody, options?: WriteOptions): ApiPromise<WebhookEndpointWithSecret> {
    return this.#transport.post(path`/api/v1/public/webhook-endpoints`, { body, options });
  }

  /**
   * Get a webhook endpoint.
   *
   * Without its secret.
   *
   * Scope: `webhooks:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const webhookEndpoint = await client.webhookEndpoints.get(endpointId);
   * ```
   */
  get(endpointId: string, options?: RequestOptions): ApiPromise<WebhookEndpoint> {
    return this.#transport.get(path`/api/v1/public/webhook-endpoints/${{ endpointId }}`, { options });
  }

  /**
   * Change a webhook endpoint.
   *
   * A new url is sent a ping first. `active: false` pauses; `rotate_secret: true` gives a new secret.
   *
   * Scope: `webhooks:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const webhookEndpoint = await client.webhookEndpoints.update(endpointId, { url: 'https://example.com/hooks' });
   * ```
   */
  update(
    endpointId: string,
    body: UpdateWebhookEndpointBody,
    options?: WriteOptions,
  ): ApiPromise<UpdatedWebhookEndpoint> {
    return this.#transport.patch(path`/api/v1/public/webhook-endpoints/${{ endpointId }}`, { body, options });
  }

  /**
   * Delete a webhook endpoint.
   *
   * What was still to be delivered to it is dropped.
   *
   * Scope: `webhooks:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * await client.webhookEndpoints.delete(endpointId);
   * ```
   */
  delete(endpointId: string, options?: WriteOptions): ApiPromise<void> {
    return this.#transport.delete(path`/api/v1/public/webhook-endpoints/${{ endpointId }}`, {
      options,
      isVoid: true,
    });
  }

  /**
   * Send a test delivery.
   *
   * A signed `ping`, or a sample of the type that you name, delivered and logged like any event,
   * whatever the endpoint subscribes to.
   *
   * Scope: `webhooks:write`.
   *
   * @throws {ApiError} `endpoint_paused`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `not_found`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const webhookDelivery = await client.webhookEndpoints.test(endpointId, { event_type: 'session.joined' });
   * ```
   */
  test(
    endpointId: string,
    body?: TestWebhookEndpointBody,
    options?: WriteOptions,
  ): ApiPromise<WebhookDelivery> {
    return this.#transport.post(path`/api/v1/public/webhook-endpoints/${{ endpointId }}/test`, {
      body,
      options,
    });
  }

  /**
   * Recover failed deliveries.
   *
   * Every failed or dropped delivery of the endpoint since then is sent again now, and its retry
   * schedule begins anew.
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
   * const recoveredDeliveries = await client.webhookEndpoints.recover(endpointId, { since: '2026-11-20T14:30:00.000Z' });
   * ```
   */
  recover(
    endpointId: string,
    body: RecoverDeliveriesBody,
    options?: WriteOptions,
  ): ApiPromise<RecoveredDeliveries> {
    return this.#transport.post(path`/api/v1/public/webhook-endpoints/${{ endpointId }}/recover`, {
      body,
      options,
    });
  }

  /**
   * Fetch the events of a pull endpoint.
   *
   * What comes after `after_sequence`, in the order of `sequence`, as it would be sent: body and
   * headers, signed now. `after_sequence` acknowledges that event and all before it. With `wait` the
   * reply comes once there is something. A paused endpoint answers 409.
   *
   * Scope: `webhooks:read`.
   *
   * @throws {ApiError} `endpoint_kind`, `endpoint_paused`, `internal_error`, `not_found`,
   * `permission_denied`, `rate_limited`, `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const pulledEvents = await client.webhookEndpoints.pull(endpointId);
   * ```
   */
  pull(
    endpointId: string,
    query?: PullWebhookEndpointsQuery,
    options?: RequestOptions,
  ): ApiPromise<PulledEvents> {
    return this.#transport.get(path`/api/v1/public/webhook-endpoints/${{ endpointId }}/events`, {
      query,
      options,
    });
  }
}

export interface ListWebhookEndpointsQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

export interface PullWebhookEndpointsQuery {
  /**
   * The last one that you have: it and all before it are acknowledged. Absent: what comes after the last
   * one that was acknowledged
   */
  after_sequence?: number | undefined;
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** Seconds to wait while there is nothing, from 0 to 20; 0 unless given */
  wait?: number | undefined;
}

/** A receiver of events */
export interface WebhookEndpoint {
  /** UUID */
  id: string;
  kind: EndpointKind | NewerValue;
  /** Empty for kind pull */
  url: string;
  /** A label; empty when absent */
  description: string;
  /** Empty: all types */
  event_types: string[];
  /** false: paused, nothing is sent */
  active: boolean;
  /** Why it is paused; null while active, and where nobody noted it */
  paused_reason: PauseReason | NewerValue | null;
  /** Since when it is paused */
  paused_at: string | null;
  /** ISO 8601 timestamp */
  created_at: string;
}

/** push: each event is sent to `url`; pull: a reader fetches them */
export type EndpointKind = 'push' | 'pull';

/**
 * you: somebody set `active` to false; gone: the receiver answered 410; failing: nothing was taken for
 * 5 days; unread: a reader fetched nothing for 7 days
 */
export type PauseReason = 'you' | 'gone' | 'failing' | 'unread';

/** The endpoint to create */
export type CreateWebhookEndpointBody = CreateWebhookEndpointBodyFields &
  ({ kind?: 'push' | undefined; url: string } | { kind: 'pull'; url?: undefined });

interface CreateWebhookEndpointBodyFields {
  /** push, unless given: each event is sent to `url`; pull: a reader fetches them */
  kind?: EndpointKind | NewerValue | undefined;
  /** https only; must answer 2xx to a ping within 10 s. Needed, but for kind pull, which has none */
  url?: string | undefined;
  /** A label for people */
  description?: string | undefined;
  /**
   * Empty or omitted: all types. A photo or an annotation then comes twice, as `evidence.created` and as
   * `session.evidence.captured`: name one of them
   */
  event_types?: (SubscribableEventType | NewerValue)[] | undefined;
}

/** A type of event that an endpoint can subscribe to */
export type SubscribableEventType =
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
  | 'message.failed';

/** A new endpoint with its signing secret */
export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  /** whsec_…; shown only here */
  signing_secret: string;
}

/** What to change; what is absent stays */
export interface UpdateWebhookEndpointBody {
  /** https only; must answer 2xx to a ping within 10 s. Needed, but for kind pull, which has none */
  url?: string | undefined;
  /** A label for people */
  description?: string | undefined;
  /**
   * Empty or omitted: all types. A photo or an annotation then comes twice, as `evidence.created` and as
   * `session.evidence.captured`: name one of them
   */
  event_types?: (SubscribableEventType | NewerValue)[] | undefined;
  /** false pauses the endpoint */
  active?: boolean | undefined;
  /** true gives a new secret, once; the old one stays valid for 24 hours */
  rotate_secret?: boolean | undefined;
}

/** A changed endpoint */
export interface UpdatedWebhookEndpoint extends WebhookEndpoint {
  /** The new secret, only when rotate_secret was true */
  signing_secret?: string | undefined;
}

/** What to send */
export interface TestWebhookEndpointBody {
  /** ping, unless given. Of any other type a sample is sent, with `test: true` in its body */
  event_type?: TestEventType | NewerValue | undefined;
}

/** A type of event that is sent today */
export type TestEventType =
  | 'session.created'
  | 'session.joined'
  | 'session.updated'
  | 'session.ended'
  | 'session.outcome'
  | 'session.evidence.captured'
  | 'session.signed'
  | 'session.anchored'
  | 'session.completed'
  | 'session.expired'
  | 'session.redacted'
  | 'evidence.created'
  | 'participant.left'
  | 'recording.ready'
  | 'endpoint.paused'
  | 'delivery.dropped'
  | 'message.failed'
  | 'ping';

/** From when on */
export interface RecoverDeliveriesBody {
  /** Deliveries created at this time or later, within 30 days */
  since: string;
}

/** How many deliveries are sent again */
export interface RecoveredDeliveries {
  /** Deliveries that are sent again */
  count: number;
}

/** The next events of a pull endpoint */
export interface PulledEvents {
  /** In the order of `sequence`; empty when there is nothing */
  data: PulledEvent[];
  /** Whether more can be fetched at once */
  has_more: boolean;
  /** The last one that a reader acknowledged; 0 before the first */
  acknowledged_sequence: number;
}

/** An event as a reader gets it */
export interface PulledEvent {
  /** The delivery, as the log has it */
  delivery: string;
  /** From 1, without a gap */
  sequence: number;
  /** As they would be sent, both signatures included; their time is now */
  headers: Record<string, string>;
  /** The signed bytes, as text: verify it before you parse it */
  body: string;
}
