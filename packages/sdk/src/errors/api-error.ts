import type { RateLimit } from '../http/rate-limit.ts';
import type { WebHeaders } from '../http/web-types.ts';
import type { KnownErrorCode, KnownIssueCode } from './error-code.ts';
import { brandError } from './field-inspection-error.ts';
import { RequestError, type RequestErrorInit } from './request-error.ts';

/** A code of the service; a newer service may send others. */
export type ErrorCode = KnownErrorCode | (string & {});

/** A code of a part of a request; a newer service may send others. */
export type IssueCode = KnownIssueCode | (string & {});

/** Part of a request that is not valid. */
export interface FieldError {
  /** Place of the fault: `body.notes`, `query.limit`. */
  readonly path: string;
  /** Code of the fault; docs/errors.md lists all. */
  readonly code: IssueCode;
  readonly message: string;
}

export interface ApiErrorInit extends RequestErrorInit {
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly requestId?: string | null;
  readonly errors?: readonly FieldError[];
  readonly headers?: WebHeaders | null;
  readonly retryAfterMs?: number | null;
  readonly rateLimit?: RateLimit | null;
}

/**
 * The service answered, and refused. Its subclasses go by status; `code` tells the cases of one
 * status apart.
 *
 * @example
 * ```ts
 * try {
 *   await client.sessions.end(sessionId);
 * } catch (error) {
 *   if (error instanceof ConflictError && error.code === 'session.already_ended') return;
 *   throw error;
 * }
 * ```
 */
export class ApiError extends RequestError {
  /** @internal */
  static override readonly $id = brandError(this, 'ApiError');

  declare readonly status: number;
  declare readonly code: ErrorCode;
  /** Text for people: the fault, and what to do. */
  declare readonly detail: string;
  /** Id by which the service's operators find the request. */
  declare readonly requestId: string | null;
  /** The parts of the request that are not valid; empty unless `code` is `validation_error`. */
  declare readonly errors: readonly FieldError[];
  /** The reply's headers; `null` on an error that was made by hand. */
  declare readonly headers: WebHeaders | null;
  /** The wait that the service asks for; `null` when it asks for none. */
  declare readonly retryAfterMs: number | null;
  declare readonly rateLimit: RateLimit | null;

  constructor(init: ApiErrorInit) {
    const { status, code, detail, requestId = null, errors = [] } = init;
    super(`${status} ${code}: ${detail}`, init);
    const { headers = null, retryAfterMs = null, rateLimit = null } = init;
    Object.assign(this, { status, code, detail, requestId, errors, headers, retryAfterMs, rateLimit });
  }
}

/** 400: the request is not valid; `errors` names each part. Also a cursor that is not this list's. */
export class ValidationError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'ValidationError');
  declare readonly status: 400;
}

/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'AuthenticationError');
  declare readonly status: 401;
}

/** 402: the subscription is past due, or the plan has used its inspections. */
export class PaymentRequiredError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'PaymentRequiredError');
  declare readonly status: 402;
}

/** 403: the key lacks the right. */
export class PermissionDeniedError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'PermissionDeniedError');
  declare readonly status: 403;
}

/** 404: it does not exist, or belongs to another organisation. */
export class NotFoundError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'NotFoundError');
  declare readonly status: 404;
}

/** 409: the state of the resource is against it. */
export class ConflictError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'ConflictError');
  declare readonly status: 409;
}

/** 410: it existed, and is no longer valid. */
export class GoneError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'GoneError');
  declare readonly status: 410;
}

/** 412: it was changed since: `If-Match` names an older state. Get it again, and send your change with its ETag. */
export class PreconditionFailedError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'PreconditionFailedError');
  declare readonly status: 412;
}

/** 413: the body is too large, or there is no room left for it. */
export class PayloadTooLargeError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'PayloadTooLargeError');
  declare readonly status: 413;
}

/** 415: the content type is not supported. */
export class UnsupportedMediaTypeError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'UnsupportedMediaTypeError');
  declare readonly status: 415;
}

/** 416: there are no bytes in the range. */
export class RangeNotSatisfiableError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'RangeNotSatisfiableError');
  declare readonly status: 416;
}

/** 422: an idempotency key was used again with another body. */
export class UnprocessableError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'UnprocessableError');
  declare readonly status: 422;
}

/** 423: an invite is locked after too many wrong codes. */
export class LockedError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'LockedError');
  declare readonly status: 423;
}

/** 429: too many requests; `retryAfterMs` and `rateLimit` say when to come back. */
export class RateLimitError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'RateLimitError');
  declare readonly status: 429;
}

/** 500 and above: the service failed, and still did after the retries. */
export class ServerError extends ApiError {
  /** @internal */
  static override readonly $id = brandError(this, 'ServerError');
}

const BY_STATUS: Readonly<Record<number, new (init: ApiErrorInit) => ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  416: RangeNotSatisfiableError,
  422: UnprocessableError,
  423: LockedError,
  429: RateLimitError,
};

/** The error of the class that goes with the status. */
export function createApiError(init: ApiErrorInit): ApiError {
  const Class = init.status >= 500 ? ServerError : (BY_STATUS[init.status] ?? ApiError);
  return new Class(init);
}
