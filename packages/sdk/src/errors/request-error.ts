import { brandError, FieldInspectionError } from './field-inspection-error.ts';

/** One try of a call, as the errors and {@link ApiResult} list them. */
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
  readonly cause?: unknown;
}

/** A call that was sent, or was about to be, and did not succeed. */
export class RequestError extends FieldInspectionError {
  static {
    brandError(this, 'RequestError');
  }

  /** Every try, oldest first. */
  readonly attempts: readonly Attempt[];

  /**
   * The key under which a write was sent; `null` for reads. Calling again with it is safe even when
   * nobody knows whether the first call took effect.
   */
  readonly idempotencyKey: string | null;

  constructor(message: string, init: RequestErrorInit = {}) {
    super(message, init);
    this.attempts = init.attempts ?? [];
    this.idempotencyKey = init.idempotencyKey ?? null;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), idempotencyKey: undefined, headers: undefined };
  }
}

/**
 * No complete reply came: DNS, TLS, a refused or a broken connection, a reply that was cut off. The
 * message names the origin and the system's code (`ECONNREFUSED`, `ENOTFOUND`), where there is one;
 * `cause` has the rest.
 */
export class ConnectionError extends RequestError {
  static {
    brandError(this, 'ConnectionError');
  }
}

/** The last attempt took longer than `timeoutMs`, the reading of the body included. */
export class TimeoutError extends RequestError {
  static {
    brandError(this, 'TimeoutError');
  }
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
  static {
    brandError(this, 'DeadlineExceededError');
  }
}

/** The caller's `signal` ended the call. `cause` is the signal's reason. */
export class AbortError extends RequestError {
  static {
    brandError(this, 'AbortError');
  }
}
