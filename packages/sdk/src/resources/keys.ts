// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';

/** `client.keys` */
export class Keys {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Revoke a leaked key.
   *
   * Whoever holds a key may end it. Its credential is revoked, with all its keys. The answer is the same
   * for a key that nobody has.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `rate_limited`, `request_timeout`, `unavailable`, `unsupported_media_type`,
   * `validation_error`
   *
   * @example
   * ```ts
   * await client.keys.revoke({ api_key: 'fis_00000000000000000000000000000000Hj2Luo' });
   * ```
   */
  revoke(body: RevokeKeyBody, options?: WriteOptions): ApiPromise<void> {
    return this.#transport.post(path`/v1/keys/revoke`, { body, options, isVoid: true });
  }
}

/** The key that leaked */
export interface RevokeKeyBody {
  /** The key that leaked */
  api_key: string;
}
