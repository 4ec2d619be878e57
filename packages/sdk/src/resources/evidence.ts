// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { WebResponse } from '../http/web-types.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';

/** `client.evidence` */
export class EvidenceResource {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List evidence.
   *
   * Newest first. Recordings and clips are in it for credentials with recordings:read.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const evidence of client.evidence.list({ limit: 50 })) {
   *   console.log(evidence);
   * }
   * ```
   */
  list(query?: ListEvidenceQuery, options?: ListOptions): PagePromise<Evidence> {
    return this.#transport.list(path`/v1/evidence`, { query, options });
  }

  /**
   * Get a session's evidence summary.
   *
   * The report, the head of the audit chain and its anchors, those of the addenda, and what was asked
   * for and is not there.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const evidenceSummary = await client.evidence.get(sessionId);
   * ```
   */
  get(sessionId: string, options?: RequestOptions): ApiPromise<EvidenceSummary> {
    return this.#transport.get(path`/v1/evidence/${{ sessionId }}`, { options });
  }

  /**
   * List a session's audit chain.
   *
   * Last entry first.
   *
   * Scope: `audit:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `not_found`, `permission_denied`,
   * `rate_limited`, `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const auditEntry of client.evidence.listChain(sessionId, { limit: 50 })) {
   *   console.log(auditEntry);
   * }
   * ```
   */
  listChain(
    sessionId: string,
    query?: ListChainEvidenceQuery,
    options?: ListOptions,
  ): PagePromise<AuditEntry> {
    return this.#transport.list(path`/v1/evidence/${{ sessionId }}/chain`, { query, options });
  }

  /**
   * List a session's addenda.
   *
   * What came after the freeze: reports, signatures, late anchors. Last entry first; the first follows
   * the head of the audit chain.
   *
   * Scope: `audit:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `not_found`, `permission_denied`,
   * `rate_limited`, `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const auditEntry of client.evidence.listAddenda(sessionId, { limit: 50 })) {
   *   console.log(auditEntry);
   * }
   * ```
   */
  listAddenda(
    sessionId: string,
    query?: ListAddendaEvidenceQuery,
    options?: ListOptions,
  ): PagePromise<AuditEntry> {
    return this.#transport.list(path`/v1/evidence/${{ sessionId }}/addenda`, { query, options });
  }

  /**
   * Download a piece of evidence.
   *
   * Its bytes, or a Range of them. Recordings also want recordings:read.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `evidence_not_ready`, `internal_error`, `not_found`, `permission_denied`,
   * `range_not_satisfiable`, `rate_limited`, `session.redacted`, `unauthenticated`, `unavailable`,
   * `validation_error`
   *
   * @example
   * ```ts
   * const response = await client.evidence.download(sessionId, evidenceId);
   * ```
   */
  download(
    sessionId: string,
    evidenceId: string,
    query?: DownloadEvidenceQuery,
    options?: RequestOptions,
  ): Promise<WebResponse> {
    return this.#transport
      .get(path`/v1/evidence/${{ sessionId }}/files/${{ evidenceId }}`, { query, options, mayLink: true })
      .asResponse();
  }

  /**
   * Download a session's evidence bundle.
   *
   * Manifest, audit chain, addenda, timestamp tokens, originals, derivatives and reports, for anyone to
   * verify without this service.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `evidence_not_ready`, `internal_error`, `not_found`, `permission_denied`,
   * `rate_limited`, `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const response = await client.evidence.downloadBundle(sessionId);
   * ```
   */
  downloadBundle(sessionId: string, options?: RequestOptions): Promise<WebResponse> {
    return this.#transport
      .get(path`/v1/evidence/${{ sessionId }}/bundle.zip`, { options, mediaType: 'application/zip' })
      .asResponse();
  }
}

export interface ListEvidenceQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
  /** Only evidence of this session */
  session_id?: string | undefined;
  /** Only evidence of this kind */
  kind?: EvidenceKind | NewerValue | undefined;
}

export interface ListChainEvidenceQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

export interface ListAddendaEvidenceQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

export interface DownloadEvidenceQuery {
  /**
   * original: the bytes that sha256 is of; display and thumbnail carry no place; svg: a drawing, an
   * annotation over its photo, with its time and hash stamped on it
   */
  variant?: 'original' | 'display' | 'thumbnail' | 'svg' | NewerValue | undefined;
  /** true: answer 302 with a link of a minute where the bytes lie in a bucket */
  redirect?: boolean | undefined;
}

/** What a piece of evidence is */
export type EvidenceKind =
  'photo' | 'annotation' | 'whiteboard' | 'clip' | 'recording' | 'document' | 'signature';

/** A piece of evidence */
export interface Evidence {
  /** UUID */
  id: string;
  /** UUID */
  session: string;
  kind: EvidenceKind | NewerValue;
  /** pending: received, not ready yet; only what is ready downloads */
  status: 'pending' | 'uploading' | 'ready' | 'failed' | NewerValue;
  /** Of the original */
  mime: string;
  /** null until it has arrived whole */
  byte_size: number | null;
  /** Of the bytes that are kept, in hexadecimal; null until they have come */
  sha256: string | null;
  /** Of the bytes as they came; another where their place was blanked */
  received_sha256: string | null;
  /** By the device's clock; null when it did not say */
  captured_at: string | null;
  /** When the last byte arrived */
  received_at: string | null;
  /** null without consent, and where a field person lists what another one has captured */
  gps: Gps | null;
  /** What the picture was asked for; empty when nothing */
  slot: string;
  /** The photo that an annotation belongs to */
  annotates: string | null;
  /** The whiteboard that this is a version of */
  whiteboard: string | null;
  /** The whiteboard's version, from 1 */
  version: number | null;
  /** In pixels, upright */
  width: number | null;
  /** In pixels, upright */
  height: number | null;
  /** Why it is not ready, when it will not be */
  failure: EvidenceFailure | null;
  /** ISO 8601 timestamp */
  created_at: string;
}

/** Where the device was */
export interface Gps {
  /** Degrees north */
  lat: number;
  /** Degrees east */
  lon: number;
  /** Radius in metres; null when the device did not say */
  accuracy: number | null;
}

/** Why a piece of evidence is not ready */
export interface EvidenceFailure {
  /** A word for programs */
  code: string;
  /** A sentence for people */
  message: string;
}

/** One link of a session's audit chain or addenda */
export interface AuditEntry {
  /** From 1, without gaps */
  sequence: number;
  /** What happened */
  kind: string;
  /** UTC, in milliseconds, by the server */
  occurred_at: string;
  /** What happened, without personal data in clear */
  payload: Record<string, unknown>;
  /** `hash` of the entry before; 64 zeros in the first, the frozen head in the first addendum */
  prev_hash: string;
  /** SHA-256 of the RFC 8785 form of the entry without this field */
  hash: string;
}

/** What a session's evidence comes to */
export interface EvidenceSummary {
  /** UUID */
  session: string;
  /** The sealed report; null until it is there */
  pdf_url: string | null;
  /**
   * Head of the audit chain; null until it is frozen: at the end of the session, or up to a minute later
   * while uploads are under way
   */
  audit_chain_hash: string | null;
  /** Since when the head is final */
  frozen_at: string | null;
  /** One for each configured authority */
  anchors: Anchor[];
  addenda: Addenda;
  /** The slots of `shots` that are required and have no evidence that is ready, in their order */
  missing_shots: string[];
}

/** What a timestamp authority says of a session's chain head */
export interface Anchor extends AnchorNotice {
  /** The whole RFC 3161 token, DER in base64 */
  token: string | null;
}

/** pending: asked for again until it answers; failed: given up after days */
export type AnchorStatus = 'pending' | 'anchored' | 'failed';

/** What came after the freeze */
export interface Addenda {
  /** `hash` of the last addendum; null while there is none */
  head: string | null;
  /** How many there are */
  length: number;
  /** Of each authority the last token, and a try after that which has none yet */
  anchors: AddendaAnchor[];
}

/** What a timestamp authority says of a session's addenda */
export interface AddendaAnchor extends Anchor {
  /** The last addendum that it covers */
  sequence: number;
}

/** An anchor without its token */
export interface AnchorNotice {
  /** The address of the authority; demo for the one of a server in demo mode */
  authority: string;
  /** true: the server's own authority, which proves nothing to a stranger */
  demo: boolean;
  status: AnchorStatus | NewerValue;
  /** When the authority saw the head */
  gen_time: string | null;
  /** Serial number of the token, in hexadecimal */
  serial: string | null;
  /** Object identifier of the authority's policy */
  policy: string | null;
  /** Why the last try failed; null once it is anchored */
  error: string | null;
}
