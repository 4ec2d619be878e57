import type { FieldError } from '../../errors/api-error.ts';
import type { KnownErrorCode } from '../../errors/error-code.ts';

/** The status and the title of each code that the fake refuses with, as the service has them. */
export const REFUSALS = {
  validation_error: [400, 'The request is not valid'],
  invalid_cursor: [400, 'The cursor is not valid for this list'],
  unauthenticated: [401, 'No valid credential'],
  otp_required: [401, 'A one-time code is required'],
  otp_invalid: [401, 'The one-time code is wrong'],
  otp_expired: [401, 'The one-time code has expired'],
  'billing.subscription_past_due': [402, 'The subscription is past due'],
  'billing.free_plan_minutes_exhausted': [402, 'The plan has used its inspections'],
  permission_denied: [403, 'The credential lacks the scope'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  'session.already_ended': [409, 'The session has ended'],
  'session.invalid_state': [409, 'The session is not in a state for this'],
  evidence_not_ready: [409, 'The evidence is not ready'],
  endpoint_paused: [409, 'The webhook endpoint is paused'],
  invite_redeemed: [409, 'The invite was redeemed on another device'],
  invite_expired: [410, 'The invite is no longer valid'],
  unsupported_media_type: [415, 'The content type is not supported'],
  idempotency_key_reused: [422, 'The key was used with another body'],
  otp_locked: [423, 'The invite is locked'],
  rate_limited: [429, 'Too many requests'],
  internal_error: [500, 'Something went wrong on our side'],
} as const satisfies Partial<Record<KnownErrorCode, readonly [number, string]>>;

export type FakeRefusalCode = keyof typeof REFUSALS;

interface FakeRefusalInit {
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  /** What the problem has beside the common fields. */
  readonly members?: object;
}

/** Thrown inside the fake; it becomes `application/problem+json`. */
export class FakeRefusal extends Error {
  readonly code: FakeRefusalCode;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly members: object;

  constructor(code: FakeRefusalCode, detail: string, init: FakeRefusalInit = {}) {
    super(detail);
    this.code = code;
    this.errors = init.errors ?? [];
    this.headers = init.headers ?? {};
    this.members = init.members ?? {};
  }
}

/** One part of a request that is not valid, by its path: `body.notes`, `query.limit`. */
export const refuseField = (path: string, code: string, message: string) =>
  new FakeRefusal('validation_error', `${path.replace(/^body\./, '')}: ${message}`, {
    errors: [{ path, code, message }],
  });

/** Another organisation's is as missing as one that never was. */
export const refuseMissing = () => new FakeRefusal('not_found', 'There is no such resource.');
