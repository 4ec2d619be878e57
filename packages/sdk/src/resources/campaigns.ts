// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { WebResponse } from '../http/web-types.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { Locale, SessionOutcome, SessionStatus, Shot, ShotInput } from './sessions.ts';

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

  /**
   * Change a campaign.
   *
   * Its name, its description, or both. Its sessions stay as they are.
   *
   * Scope: `campaigns:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const campaign = await client.campaigns.update(campaignId, { name: 'Roofs 2026' });
   * ```
   */
  update(campaignId: string, body: UpdateCampaignBody, options?: WriteOptions): ApiPromise<Campaign> {
    return this.#transport.patch(path`/api/v1/public/campaigns/${{ campaignId }}`, { body, options });
  }

  /**
   * Delete a campaign.
   *
   * Only while no session refers to it: give its sessions another campaign, or none, before.
   *
   * Scope: `campaigns:write`.
   *
   * @throws {ApiError} `campaign.in_use`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `not_found`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * await client.campaigns.delete(campaignId);
   * ```
   */
  delete(campaignId: string, options?: WriteOptions): ApiPromise<void> {
    return this.#transport.delete(path`/api/v1/public/campaigns/${{ campaignId }}`, {
      options,
      isVoid: true,
    });
  }

  /**
   * Report on a campaign.
   *
   * How many sessions it has by status and by outcome, and when the first and the last were created.
   *
   * Scope: `campaigns:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const campaignSummary = await client.campaigns.report(campaignId);
   * ```
   */
  report(campaignId: string, options?: RequestOptions): ApiPromise<CampaignSummary> {
    return this.#transport.get(path`/api/v1/public/campaigns/${{ campaignId }}/report`, { options });
  }

  /**
   * List a campaign's sessions with their reports.
   *
   * Newest first, each with the head of its audit chain and its newest report. `pdf_url` opens that for
   * 15 minutes.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `not_found`, `permission_denied`,
   * `rate_limited`, `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const reportedSession of client.campaigns.listReportedSessions(campaignId, { limit: 50 })) {
   *   console.log(reportedSession);
   * }
   * ```
   */
  listReportedSessions(
    campaignId: string,
    query?: ListReportedSessionsCampaignsQuery,
    options?: ListOptions,
  ): PagePromise<ReportedSession> {
    return this.#transport.list(path`/api/v1/public/campaigns/${{ campaignId }}/report/sessions`, {
      query,
      options,
    });
  }

  /**
   * Download a campaign's sessions as CSV.
   *
   * One line a session, newest first: its words and times, the head of its audit chain, and the hash of
   * its newest report. UTF-8 with a byte order mark. What a spreadsheet would take for a formula begins
   * with an apostrophe.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const response = await client.campaigns.downloadCsv(campaignId);
   * ```
   */
  downloadCsv(
    campaignId: string,
    query?: DownloadCsvCampaignsQuery,
    options?: RequestOptions,
  ): Promise<WebResponse> {
    return this.#transport
      .get(path`/api/v1/public/campaigns/${{ campaignId }}/report.csv`, {
        query,
        options,
        mediaType: 'text/csv',
      })
      .asResponse();
  }

  /**
   * Download a campaign's sessions as one sealed PDF.
   *
   * Its sessions with the hashes of their newest reports, at most 5 000, in the organisation's language.
   * It is made anew for each call, which takes seconds, and is sealed as a session's report is.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const response = await client.campaigns.downloadPdf(campaignId);
   * ```
   */
  downloadPdf(
    campaignId: string,
    query?: DownloadPdfCampaignsQuery,
    options?: RequestOptions,
  ): Promise<WebResponse> {
    return this.#transport
      .get(path`/api/v1/public/campaigns/${{ campaignId }}/report.pdf`, {
        query,
        options,
        mediaType: 'application/pdf',
      })
      .asResponse();
  }
}

export interface ListCampaignsQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

export interface ListReportedSessionsCampaignsQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

export interface DownloadCsvCampaignsQuery {
  /**
   * What stands between the cells; a comma unless given. Excel in German, French, Italian and most of
   * Europe opens a table of semicolons
   */
  delimiter?: ',' | ';' | '\t' | NewerValue | undefined;
}

export interface DownloadPdfCampaignsQuery {
  /** Created at this instant or later */
  created_after?: string | undefined;
  /** Created before this instant */
  created_before?: string | undefined;
}

/** A batch of sessions that is reported on together */
export interface Campaign {
  /** UUID */
  id: string;
  /** In your words */
  name: string;
  /** Free text; empty when absent */
  description: string;
  /** What its sessions ask for, unless they have shots of their own */
  shots: Shot[];
  /** ISO 8601 timestamp */
  created_at: string;
}

/** A session of a campaign with what it came to */
export interface ReportedSession {
  /** UUID */
  id: string;
  status: SessionStatus | NewerValue;
  /** Your word for what is inspected */
  type: string;
  /** Your reference; lists find the session by it */
  reference: string;
  /** Visible to the operator; shown in invite e-mails */
  notes: string;
  locale: Locale | NewerValue;
  /** When it is planned for: in the future, and before the year 9999; null: now */
  scheduled_for: string | null;
  /** ISO 8601 timestamp */
  created_at: string;
  /** When the field person joined */
  started_at: string | null;
  /** When the session ended */
  ended_at: string | null;
  /** What it came to; null until an operator says it */
  outcome: SessionOutcome | null;
  /** Head of its audit chain; null until it is frozen */
  audit_chain_hash: string | null;
  /** null until one is ready */
  report: LinkedReport | null;
}

/** The newest report of a session that can be downloaded */
export interface LinkedReport {
  /** UUID */
  id: string;
  locale: Locale | NewerValue;
  /** ISO 8601 timestamp */
  ready_at: string;
  /** Of the PDF, in hexadecimal */
  sha256: string;
  /** Of the PDF */
  byte_size: number;
  /**
   * Opens without a credential for 15 minutes, made anew with each reply; null once the session was
   * redacted
   */
  pdf_url: string | null;
}

/** The campaign to create */
export interface CreateCampaignBody {
  /** 1 to 200 characters */
  name: string;
  /** Free text, at most 2 000 characters */
  description?: string | undefined;
  /** What to ask for, in its order. At most 50, with 20 000 characters of text in all */
  shots?: ShotInput[] | undefined;
}

/** What to change; what is absent stays */
export interface UpdateCampaignBody {
  /** 1 to 200 characters */
  name?: string | undefined;
  /** Free text, at most 2 000 characters */
  description?: string | undefined;
  /** Takes the place of all; sessions that are there already keep theirs */
  shots?: ShotInput[] | undefined;
}

/** What the sessions of a campaign come to */
export interface CampaignSummary {
  /** UUID */
  campaign: string;
  /** All of them */
  session_count: number;
  status_counts: StatusCounts;
  outcome_counts: OutcomeCounts;
  /** When its first session was created; null without any */
  first_created_at: string | null;
  /** When its last session was created; null without any */
  last_created_at: string | null;
}

/** How many sessions are in each state */
export interface StatusCounts {
  /** How many sessions */
  created: number;
  /** How many sessions */
  open: number;
  /** How many sessions */
  recording: number;
  /** How many sessions */
  closed: number;
  /** How many sessions */
  expired: number;
}

/** How many sessions came to what */
export interface OutcomeCounts {
  /** How many sessions */
  accepted: number;
  /** How many sessions */
  rejected: number;
  /** How many sessions */
  inconclusive: number;
}
