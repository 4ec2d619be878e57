import { sayMissing, UNAUTHENTICATED, type ErrorCode, type IssueCode } from '@field-inspection/contract';

/** A part of the request that is not valid: `{ path: 'body.notes', code: 'too_big', message: … }`. */
export type InvalidPart = { path: string; code: IssueCode; message: string };

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

/** Names what was asked for and nothing more: another organisation's is as missing as one that never was. */
export const noSuch = (thing: string, id?: string): ApiError =>
  new ApiError('not_found', sayMissing(thing, id));

/** The refusal of a field that has the right form and can't be taken all the same. */
export const invalidField = (field: string, message: string, code: IssueCode = 'invalid_value'): ApiError =>
  new ApiError('validation_error', `body.${field}: ${message}`, {
    errors: [{ path: `body.${field}`, code, message }],
  });

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/** What is wrong with a header Authorization: it is not there, is of another scheme, or its value is not valid. */
export type AuthorizationFault = keyof typeof UNAUTHENTICATED;

/** One body for a malformed, unknown, revoked or expired key, and one from another address than its own: it must not tell which. */
export const unauthenticated = (fault: AuthorizationFault = 'value') =>
  new ApiError('unauthenticated', UNAUTHENTICATED[fault], { headers: CHALLENGE });

/** The same for another bearer, with what it is. */
export const tokenUnauthenticated = (token: string, fault: AuthorizationFault = 'value') =>
  new ApiError(
    'unauthenticated',
    `Send ${token} in the header Authorization: Bearer. ${TOKEN_FAULTS[fault]}`,
    {
      headers: CHALLENGE,
    },
  );

const TOKEN_FAULTS: Record<AuthorizationFault, string> = {
  missing: 'This request has no such header.',
  scheme: 'This request has another scheme.',
  value: 'This one is not valid, or not any more.',
};

/** The same for whatever is wrong with a device's token. */
export const fieldUnauthenticated = (fault?: AuthorizationFault) =>
  tokenUnauthenticated('the field_session_token of a live session', fault);
