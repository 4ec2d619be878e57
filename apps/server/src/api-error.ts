import type { ErrorCode } from '@field-inspection/contract';

/** A part of the request that is not valid: `{ path: 'body.notes', code: 'too_big', message: … }`. */
export type InvalidPart = { path: string; code: string; message: string };

/** A failure that the caller is told about. The status and title follow from the code. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly errors: InvalidPart[] | undefined;
  /** Members of the problem beside the standard ones, such as attempts_remaining. */
  readonly members: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      cause?: unknown;
      errors?: InvalidPart[];
      members?: Record<string, unknown>;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.code = code;
    this.errors = more.errors;
    this.members = more.members ?? {};
    this.headers = more.headers ?? {};
  }
}

/** Says nothing but that: another organisation's object is as missing as one that never was. */
export const noSuchResource = (): ApiError => new ApiError('not_found', 'There is no such resource.');

/** The refusal of a field that has the right form and can't be taken all the same. */
export const invalidField = (field: string, message: string, code = 'custom'): ApiError =>
  new ApiError('validation_error', `${field}: ${message}`, {
    errors: [{ path: `body.${field}`, code, message }],
  });

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/** One body for a missing, malformed, unknown, revoked or expired key: it must not tell which. */
export const unauthenticated = () =>
  new ApiError('unauthenticated', 'Send a valid API key in the header Authorization: Bearer <API_KEY>.', {
    headers: CHALLENGE,
  });

/** The same for whatever is wrong with a device's token. */
export const fieldUnauthenticated = () =>
  new ApiError(
    'unauthenticated',
    'Send the field_session_token of a live session in the header Authorization: Bearer.',
    { headers: CHALLENGE },
  );
