// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { WebResponse } from '../http/web-types.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { Locale, LocaleInput, SessionReport } from './sessions.ts';

/** `client.reports` */
export class Reports {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List a session's reports.
   *
   * Newest first. Each that was made is kept.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `not_found`, `permission_denied`,
   * `rate_limited`, `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const report of client.reports.list(sessionId, { limit: 50 })) {
   *   console.log(report);
   * }
   * ```
   */
  list(sessionId: string, query?: ListReportsQuery, options?: ListOptions): PagePromise<Report> {
    return this.#transport.list(path`/v1/evidence/${{ sessionId }}/reports`, { query, options });
  }

  /**
   * Make a further report.
   *
   * Of a session whose chain is frozen: in another language, without the audit trail, or with small
   * photos. Ask for it until it is ready; at most 50 a session.
   *
   * Scope: `reports:write`.
   *
   * @throws {ApiError} `evidence_not_ready`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `not_found`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `session.invalid_state`, `session.redacted`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const report = await client.reports.create(sessionId, { locale: 'pt-BR' });
   * ```
   */
  create(sessionId: string, body?: CreateReportBody, options?: WriteOptions): ApiPromise<Report> {
    return this.#transport.post(path`/v1/evidence/${{ sessionId }}/reports`, { body, options });
  }

  /**
   * Get a report.
   *
   * Where it stands, and a link to its PDF.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const report = await client.reports.get(sessionId, reportId);
   * ```
   */
  get(sessionId: string, reportId: string, options?: RequestOptions): ApiPromise<Report> {
    return this.#transport.get(path`/v1/evidence/${{ sessionId }}/reports/${{ reportId }}`, { options });
  }

  /**
   * Download the newest report.
   *
   * The newest that is ready. Takes a Range of bytes.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `evidence_not_ready`, `internal_error`, `not_found`, `permission_denied`,
   * `range_not_satisfiable`, `rate_limited`, `session.redacted`, `unauthenticated`, `unavailable`,
   * `validation_error`
   *
   * @example
   * ```ts
   * const response = await client.reports.download(sessionId);
   * ```
   */
  download(sessionId: string, options?: RequestOptions): Promise<WebResponse> {
    return this.#transport
      .get(path`/v1/evidence/${{ sessionId }}/report.pdf`, { options, mediaType: 'application/pdf' })
      .asResponse();
  }
}

export interface ListReportsQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

/** A report of an ended session */
export interface Report extends SessionReport {
  /** UUID */
  session: string;
  locale: Locale | NewerValue;
  /** The report that this one is with one signature more; null without a signature */
  revision_of: string | null;
  /** Whether the audit trail is printed in it */
  audit_trail: boolean;
  photos: ReportPhotos | NewerValue;
  /** Of the PDF, in hexadecimal; null until it is ready */
  sha256: string | null;
  /** null until it is ready */
  byte_size: number | null;
  /** null until it is ready */
  pages: number | null;
  /** null until it is ready, and without a seal */
  seal: ReportSeal | null;
  /** Why it could not be made */
  failure: ReportFailure | null;
  /** Opens without a credential for 15 minutes; only GETs make it, anew with each reply */
  pdf_url: string | null;
  /** ISO 8601 timestamp */
  created_at: string;
}

/** full: two to a page, large enough to judge a crack; contact_sheet: nine to a page */
export type ReportPhotos = 'full' | 'contact_sheet';

/** The seal of a report */
export interface ReportSeal {
  /**
   * Of PAdES (EN 319 142-1). B-B: sealed; B-T: with the time of an authority; B-LT: and with what proves
   * that no certificate was revoked; B-LTA: and with a timestamp over that
   */
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | NewerValue;
  /** Who vouches for the time, by its address; null at B-B */
  authority: string | null;
  /** true: the demo mode's own seal, which proves nothing to a stranger */
  demo: boolean;
}

/** Why a report could not be made */
export interface ReportFailure {
  /** A word for programs */
  code: string;
  /** A sentence for people */
  message: string;
}

/** How a further report shall be */
export interface CreateReportBody {
  /** The session's unless given */
  locale?: LocaleInput | undefined;
  /** Whether the audit trail is printed; true unless given */
  audit_trail?: boolean | undefined;
  /** full unless given: two to a page; contact_sheet: nine to a page */
  photos?: ReportPhotos | NewerValue | undefined;
}
