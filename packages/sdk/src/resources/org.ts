// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';

/** `client.org` */
export class Org {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Rotate the callback secret.
   *
   * Returns a new secret, this once; the old one stays valid for 24 hours.
   *
   * Scope: `org:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const callbackSecret = await client.org.rotateCallbackSecret();
   * ```
   */
  rotateCallbackSecret(options?: WriteOptions): ApiPromise<CallbackSecret> {
    return this.#transport.post(path`/v1/org/callback-secret`, { options });
  }
}

/** The new secret of callbacks */
export interface CallbackSecret {
  /** whsec_…; shown only here */
  signing_secret: string;
  /** Until when the one before signs too; null when there was none */
  previous_expires_at: string | null;
}
