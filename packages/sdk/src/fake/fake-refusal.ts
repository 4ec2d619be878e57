import type { FieldError } from '../core/api-error.ts';
import type { KnownErrorCode } from '../resources/error-code.ts';

/** The status and the title of each code that the fake refuses with, as the service has them. */
export const REFUSALS = {
  validation_error: [400, 'The request is not valid'],
  invalid_cursor: [400, 'The cursor is not valid for this list'],
  unauthenticated: [401, 'No valid credential'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  'session.already_ended': [409, 'The session has ended'],
  'session.invalid_state': [409, 'The session is not in a state for this'],
  endpoint_paused: [409, 'The webhook endpoint is paused'],
  invite_expired: [410, 'The invite is no longer valid'],
  unsupported_media_type: [415, 'The content type is not supported'],
  idempotency_key_reused: [422, 'The key was used with another body'],
  rate_limited: [429, 'Too many requests'],
  internal_error: [500, 'Something went wrong on our side'],
} as const satisfies Partial<Record<KnownErrorCode, readonly [number, string]>>;

/** Thrown inside the fake; it becomes `application/problem+json`. */
export class FakeRefusal extends Error {
  readonly code: keyof typeof REFUSALS;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: keyof typeof REFUSALS,
    detail: string,
    init: { errors?: readonly FieldError[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = init.errors ?? [];
    this.headers = init.headers ?? {};
  }
}

/** One part of the body that is not valid. */
export const refuseField = (name: string, code: string, message: string) =>
  new FakeRefusal('validation_error', `${name}: ${message}`, {
    errors: [{ path: `body.${name}`, code, message }],
  });

/** Another organisation's is as missing as one that never was. */
export const refuseMissing = () => new FakeRefusal('not_found', 'There is no such resource.');
