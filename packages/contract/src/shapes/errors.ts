/**
 * Every error code of the service, once. The HTTP status and the title follow from the code; `docs/errors.md`
 * has an anchor for each, and says what to do.
 */
export const ERRORS = {
  malformed_request: { status: 400, title: 'The request is not valid HTTP' },
  validation_error: { status: 400, title: 'The request is not valid' },
  invalid_cursor: { status: 400, title: 'The cursor is not valid for this list' },
  unauthenticated: { status: 401, title: 'No valid credential' },
  otp_required: { status: 401, title: 'A one-time code is required' },
  otp_invalid: { status: 401, title: 'The one-time code is wrong' },
  otp_expired: { status: 401, title: 'The one-time code has expired' },
  passkey_refused: { status: 401, title: 'The passkey is not accepted' },
  'billing.subscription_past_due': { status: 402, title: 'The subscription is past due' },
  'billing.free_plan_minutes_exhausted': { status: 402, title: 'The plan has used its inspections' },
  'sso.not_in_plan': { status: 402, title: 'The plan does not include sign-on and provisioning' },
  permission_denied: { status: 403, title: 'The credential lacks the right' },
  step_up_required: { status: 403, title: 'You must show once more who you are' },
  sso_required: { status: 403, title: "The organisation's own sign-on is required" },
  foreign_origin: { status: 403, title: 'The request comes from a page of another origin' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request did not come in time' },
  'session.already_ended': { status: 409, title: 'The session has ended' },
  'session.invalid_state': { status: 409, title: 'The session is not in a state for this' },
  'campaign.in_use': { status: 409, title: 'The campaign has sessions' },
  'session.on_hold': { status: 409, title: 'The session is under a legal hold' },
  consent_required: { status: 409, title: 'The field person has not consented' },
  evidence_not_ready: { status: 409, title: 'The evidence is not ready' },
  version_conflict: { status: 409, title: 'A newer version was saved meanwhile' },
  signature_in_progress: { status: 409, title: 'Somebody else is signing the report' },
  'org.last_admin': { status: 409, title: 'The organisation would have no org_admin' },
  'invitation.wrong_address': { status: 409, title: 'The invitation is for another address' },
  'member.invalid_state': { status: 409, title: 'The member is not in a state for this' },
  'member.limit': { status: 409, title: 'The plan has no room for another member' },
  'member.exists': { status: 409, title: 'A member has this address' },
  passkey_limit: { status: 409, title: 'The member has as many passkeys as one may have' },
  'domain.not_in_plan': { status: 409, title: 'The plan does not include a domain of your own' },
  'domain.not_verified': { status: 409, title: 'The domain is not verified' },
  'domain.taken': { status: 409, title: 'Another organisation has verified the domain' },
  'sso.invalid_state': { status: 409, title: 'The sign-on is not in a state for this' },
  endpoint_paused: { status: 409, title: 'The webhook endpoint is paused' },
  endpoint_limit: { status: 409, title: 'The plan has no room for another webhook endpoint' },
  'retention.limit': { status: 409, title: 'Plan or service keeps it for less long' },
  credential_ended: { status: 409, title: 'The credential was revoked or has expired' },
  endpoint_kind: { status: 409, title: 'The webhook endpoint is of the other kind' },
  'billing.not_available': { status: 409, title: 'Plans are not paid online here' },
  'billing.already_subscribed': { status: 409, title: 'There is a subscription already' },
  idempotency_in_flight: { status: 409, title: 'A request with this key is in flight' },
  upload_offset_conflict: { status: 409, title: 'The upload is at another offset' },
  otp_not_required: { status: 409, title: 'The link needs no code' },
  invite_redeemed: { status: 409, title: 'The invite was redeemed on another device' },
  invite_expired: { status: 410, title: 'The invite is no longer valid' },
  link_expired: { status: 410, title: 'The link is no longer valid' },
  'session.redacted': { status: 410, title: 'What the session held was erased' },
  precondition_failed: { status: 412, title: 'It was changed meanwhile' },
  tus_version_unsupported: { status: 412, title: 'The version of tus is not supported' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  quota_reached: { status: 413, title: 'There is no room left for this' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  range_not_satisfiable: { status: 416, title: 'There are no bytes in this range' },
  misdirected_request: { status: 421, title: 'This host is not served here' },
  idempotency_key_reused: { status: 422, title: 'The key was used with another body' },
  evidence_invalid: { status: 422, title: 'The evidence is damaged or not what it says' },
  checksum_mismatch: { status: 422, title: 'The bytes are not those that were announced' },
  signature_refused: { status: 422, title: 'No valid signature came about' },
  otp_locked: { status: 423, title: 'Locked after too many wrong codes' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is not available right now' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Every code, in the table's order. */
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** Further cases of a code that its title does not name. */
export const ERROR_NOTES: Partial<Record<ErrorCode, string>> = {
  rate_limited:
    'Also for a body above 16 KiB of an address that has no token, when too many of them wait already: they are read at 1 MiB a second.',
  unavailable:
    'Also for a body above 16 KiB, when too many of the organisation wait already: they are read at 1 MiB a second. Retry-After says when those before it will have been read.',
};
