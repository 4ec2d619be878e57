// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';

/** `client.campaigns` */
export class Campaigns {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Create a campaign.
   *
   * A session refers to it by `campaign`.
   *
   * Scope: `campaigns:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const campaign = await client.campaigns.create({ name: 'Roofs 2026' });
   * ```
   */
  create(body: CreateCampaignBody, options?: WriteOptions): ApiPromise<Campaign> {
    return this.#transport.post(path`/api/v1/public/campaigns`, { body, options });
  }

  /**
   * List campaigns.
   *
   * Newest first.
   *
   * Scope: `campaigns:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const campaign of client.campaigns.list({ limit: 50 })) {
   *   console.log(campaign);
   * }
   * ```
   */
  list(query?: ListCampaignsQuery, options?: ListOptions): PagePromise<Campaign> {
    return this.#transport.list(path`/api/v1/public/campaigns`, { query, options });
  }

  /**
   * Get a campaign.
   *
   * Returns the campaign as it is now.
   *
   * Scope: `campaigns:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const campaign = await client.campaigns.get(campaignId);
   * ```
   */
  get(campaignId: string, options?: RequestOptions): ApiPromise<Campaign> {
    return this.#transport.get(path`/api/v1/public/campaigns/${{ campaignId }}`, { options });
  }
}

export interface ListCampaignsQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

/** A batch of sessions that is reported on together */
export interface Campaign {
  /** UUID */
  id: string;
  name: string;
  /** Free text; empty when absent */
  description: string;
  /** ISO 8601 timestamp */
  created_at: string;
}

/** The campaign to create */
export interface CreateCampaignBody {
  /** 1 to 200 characters */
  name: string;
  /** Free text */
  description?: string | undefined;
}
