// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { WebResponse } from '../http/web-types.ts';
import type { RequestOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';

/** `client.exports` */
export class Exports {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Export everything.
   *
   * All that the organisation has, as JSON Lines: `{ type, data, cursor }` for each record, always in
   * the same order, and at the end `{"type":"end"}`. Where it broke off, `after` goes on behind the last
   * whole line. Lines of the type `file` name the files, each to be downloaded by its `path`. Secrets
   * and their hashes are left out. It stands in the own chain of the organisation. No state of the plan
   * blocks it.
   *
   * Scope: `org:export`.
   *
   * @throws {ApiError} `internal_error`, `permission_denied`, `rate_limited`, `unauthenticated`,
   * `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const response = await client.exports.download();
   * ```
   */
  download(query?: DownloadExportsQuery, options?: RequestOptions): Promise<WebResponse> {
    return this.#transport
      .get(path`/v1/org/export`, { query, options, mediaType: 'application/jsonl' })
      .asResponse();
  }

  /**
   * Download a file of an export.
   *
   * Its bytes, or a Range of them, as a line of the type `file` names it.
   *
   * Scope: `org:export`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `range_not_satisfiable`,
   * `rate_limited`, `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const response = await client.exports.downloadFile(ownerId, hash);
   * ```
   */
  downloadFile(ownerId: string, hash: string, options?: RequestOptions): Promise<WebResponse> {
    return this.#transport
      .get(path`/v1/org/export/files/${{ ownerId }}/${{ hash }}`, { options })
      .asResponse();
  }
}

export interface DownloadExportsQuery {
  /** `cursor` of the last whole line that came; from the beginning unless given */
  after?: string | undefined;
}
