// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { WebResponse } from '../http/web-types.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { AnchorStatus } from './evidence.ts';

/** `client.whiteboards` */
export class Whiteboards {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List whiteboards.
   *
   * Newest first.
   *
   * Scope: `whiteboards:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const whiteboard of client.whiteboards.list({ limit: 50 })) {
   *   console.log(whiteboard);
   * }
   * ```
   */
  list(query?: ListWhiteboardsQuery, options?: ListOptions): PagePromise<Whiteboard> {
    return this.#transport.list(path`/v1/whiteboards`, { query, options });
  }

  /**
   * Export a whiteboard.
   *
   * As SVG or PNG, with the time it was saved stamped on it.
   *
   * Scope: `whiteboards:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `session.redacted`, `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const response = await client.whiteboards.download(whiteboardFile);
   * ```
   */
  download(
    whiteboardFile: string,
    query?: DownloadWhiteboardsQuery,
    options?: RequestOptions,
  ): Promise<WebResponse> {
    return this.#transport
      .get(path`/v1/whiteboards/${{ whiteboardFile }}`, { query, options, mediaType: 'image/*' })
      .asResponse();
  }

  /**
   * Get the timestamps of a whiteboard's export.
   *
   * RFC 3161 tokens over the SHA-256 of exactly the bytes that the file downloads as. Authorities are
   * asked once the session has ended.
   *
   * Scope: `whiteboards:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const whiteboardTimestamps = await client.whiteboards.getTimestamps(whiteboardFile);
   * ```
   */
  getTimestamps(
    whiteboardFile: string,
    query?: GetTimestampsWhiteboardsQuery,
    options?: RequestOptions,
  ): ApiPromise<WhiteboardTimestamps> {
    return this.#transport.get(path`/v1/whiteboards/${{ whiteboardFile }}/timestamps`, { query, options });
  }
}

export interface ListWhiteboardsQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
  /** Only whiteboards of this session */
  session_id?: string | undefined;
}

export interface DownloadWhiteboardsQuery {
  /** The last one unless given */
  version?: number | undefined;
}

export interface GetTimestampsWhiteboardsQuery {
  /** The last one unless given */
  version?: number | undefined;
}

/** A drawing of a session */
export interface Whiteboard {
  /** UUID */
  id: string;
  /** UUID */
  session: string;
  /** Empty when absent */
  title: string;
  /** The last version, from 1 */
  version: number;
  /** Its last version as SVG */
  svg_url: string;
  /** Its last version as PNG */
  png_url: string;
  /** ISO 8601 timestamp */
  created_at: string;
  /** ISO 8601 timestamp */
  updated_at: string;
}

/** The answers of timestamp authorities for the export of a whiteboard */
export interface WhiteboardTimestamps {
  /** UUID */
  whiteboard: string;
  /** The version that the file shows */
  version: number;
  /** SHA-256 of the file that the tokens are for; null until an authority has answered */
  sha256: string | null;
  /**
   * One for each authority that was asked: empty before the audit chain is frozen, for an older version,
   * and where no authority is configured
   */
  timestamps: WhiteboardTimestamp[];
}

/** The answer of a timestamp authority for an exported file */
export interface WhiteboardTimestamp {
  /** The address of the authority; demo for the one of a server in demo mode */
  authority: string;
  /** true: the server's own authority, which proves nothing to a stranger */
  demo: boolean;
  status: AnchorStatus | NewerValue;
  /** When the authority saw the hash of the file */
  gen_time: string | null;
  /** Serial number of the token, in hexadecimal */
  serial: string | null;
  /** Object identifier of the authority's policy */
  policy: string | null;
  /** The whole RFC 3161 token, DER in base64 */
  token: string | null;
  /** Why the last try failed; null once it is anchored */
  error: string | null;
}
