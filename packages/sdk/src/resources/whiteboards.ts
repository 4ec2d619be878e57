// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { WebResponse } from '../http/web-types.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ListOptions, RequestOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';

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
