// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';

/** `client.retention` */
export class Retention {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the retention policy.
   *
   * With what the plan lets at most. Its ETag goes back as `If-Match` with a change.
   *
   * Scope: `org:read`.
   *
   * @throws {ApiError} `internal_error`, `permission_denied`, `rate_limited`, `unauthenticated`,
   * `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const retentionPolicy = await client.retention.get();
   * ```
   */
  get(options?: RequestOptions): ApiPromise<RetentionPolicy> {
    return this.#transport.get(path`/v1/org/retention`, { options });
  }

  /**
   * Change the retention policy.
   *
   * Once a day each session that ended longer ago than `session_days` is redacted, which can not be
   * undone; one under a legal hold is not. Of sessions that stay, recordings are erased after
   * `recording_days`; messages go after `message_days`. A change counts a day later, so that a slip can
   * be taken back. With `If-Match` it is changed only as long as nobody has changed it since.
   *
   * Scope: `retention:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `precondition_failed`, `rate_limited`, `request_timeout`,
   * `retention.limit`, `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const retentionPolicy = await client.retention.update({ session_days: 365 });
   * ```
   */
  update(body: UpdateRetentionBody, options?: WriteOptions): ApiPromise<RetentionPolicy> {
    return this.#transport.patch(path`/v1/org/retention`, { body, options });
  }
}

/** How long what sessions hold of people is kept */
export interface RetentionPolicy {
  /** Days after its end after which a session is redacted; null: as long as the plan lets */
  session_days: number | null;
  /** From when on `session_days` counts, a day after its last change; null without it */
  session_days_apply_from: string | null;
  /** Days after the session's end after which its recordings are erased; null: with the session */
  recording_days: number | null;
  /** From when on `recording_days` counts, a day after its last change; null without it */
  recording_days_apply_from: string | null;
  /**
   * Days after which an e-mail or SMS that was sent, stopped or given up is deleted; null: after
   * `message_days_max`
   */
  message_days: number | null;
  /** From when on `message_days` counts, a day after its last change; null without it */
  message_days_apply_from: string | null;
  /** Days that the service keeps messages at most */
  message_days_max: number;
  /** Days after its end that the plan keeps a session at most */
  plan_days: number;
  /**
   * From when on `plan_days` counts: 30 days after the service saw that the plan keeps sessions for so
   * long at most. It looks once a day: null until it has seen it
   */
  plan_days_apply_from: string | null;
  /** Counts the changes. The ETag is this number in quotes, as `"3"` */
  version: number;
  /** null before the first change */
  updated_at: string | null;
}

/** What changes; what is left out stays */
export interface UpdateRetentionBody {
  /** 7 to 36500, at most `plan_days`; null: as long as the plan lets */
  session_days?: number | null | undefined;
  /** 7 to 36500; null: recordings go with their session */
  recording_days?: number | null | undefined;
  /** 7 to 36500, at most `message_days_max`; null: as long as the service keeps messages */
  message_days?: number | null | undefined;
}
