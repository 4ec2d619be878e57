import { brandError, FieldInspectionError } from './field-inspection-error.ts';

/** Try of a call, as the errors and {@link ApiResult} list it. */
export interface Attempt {
  /** The status of the reply; `null` when none came. */
  readonly status: number | null;
  /** The `Request-Id` of the reply, by which the service's operators find it. */
  readonly requestId: string | null;
  /** From sending until the body was read or the attempt failed. */
  readonly durationMs: number;
  /** The wait before the next attempt; `null` after the last. */
  readonly delayMs: number | null;
}

export interface RequestErrorInit {
  readonly attempts?: readonly Attempt[];
  readonly idempotencyKey?: string | null;
  readonly method?: string | null;
  readonly path?: string | null;
  readonly cause?: unknown;
}

/** A call that was sent, or was about to be, and did not succeed. */
export class RequestError extends FieldInspectionError {
  /** @internal */
  static override readonly $id = brandError(this, 'RequestError');

  /** Every try, oldest first. */
  declare readonly attempts: readonly Attempt[];

  /**
   * The key under which a write was sent; `null` for reads. Calling again with it is safe even when
   * nobody knows whether the first call took effect.
   */
  declare readonly idempotencyKey: string | null;

  /** `GET`, `POST`; `null` on an error that was made by hand. */
  declare readonly method: string | null;

  /** Path of the request, without its query: `/api/v1/public/sessions`. `null` as `method`. */
  declare readonly path: string | null;

  constructor(message: string, init: RequestErrorInit = {}) {
    super(message, init);
    const { attempts = [], idempotencyKey = null, method = null, path = null } = init;
    Object.assign(this, { attempts, idempotencyKey, method, path });
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), idempotencyKey: undefined, headers: undefined };
  }
}

export interface ConnectionErrorInit extends RequestErrorInit {
  readonly host?: string | null;
  readonly reason?: string | null;
}

/**
 * No complete reply came: DNS, TLS, a refused or a broken connection, a reply that was cut off. The
 * message names host and reason; `cause` has the rest.
 *
 * @example
 * ```ts
 * try {
 *   await client.sessions.list();
 * } catch (error) {
 *   if (!(error instanceof ConnectionError)) throw error;
 *   console.error(error.host, error.reason); // inspections.example.com ENOTFOUND
 * }
 * ```
 */
export class ConnectionError extends RequestError {
  /** @internal */
  static override readonly $id = brandError(this, 'ConnectionError');

  /** Host of the call, with the port where it is not the usual one; `null` on an error that was made by hand. */
  declare readonly host: string | null;

  /** The system's code (`ECONNREFUSED`, `ENOTFOUND`), or a few words; `null` where nothing is known. */
  declare readonly reason: string | null;

  constructor(message: string, init: ConnectionErrorInit = {}) {
    super(message, init);
    const { host = null, reason = null } = init;
    Object.assign(this, { host, reason });
  }
}

/** The last attempt took longer than `timeoutMs`, the reading of the body included. */
export class TimeoutError extends RequestError {
  /** @internal */
  static override readonly $id = brandError(this, 'TimeoutError');
}

/**
 * The call would have taken longer than `deadlineMs`, over all its attempts and pages. `attempts` tells
 * those of the page under way. `cause` is what the last of them met, where there was one.
 *
 * @example
 * ```ts
 * try {
 *   await client.sessions.create({ notes: 'Roof' }, { deadlineMs: 5_000 });
 * } catch (error) {
 *   if (!(error instanceof DeadlineExceededError)) throw error;
 *   console.log(error.attempts, error.cause);
 * }
 * ```
 */
export class DeadlineExceededError extends RequestError {
  /** @internal */
  static override readonly $id = brandError(this, 'DeadlineExceededError');
}

/** The caller's `signal` ended the call. `cause` is the signal's reason. */
export class AbortError extends RequestError {
  /** @internal */
  static override readonly $id = brandError(this, 'AbortError');
}
