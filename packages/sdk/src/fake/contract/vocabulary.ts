// Generated from packages/contract by pnpm gen; do not edit.

/** What a key may be allowed to do. */
export const FAKE_SCOPES = [
  'sessions:read',
  'sessions:write',
  'participants:read',
  'participants:write',
  'evidence:read',
  'recordings:read',
  'whiteboards:read',
  'audit:read',
  'webhooks:read',
  'webhooks:write',
  'branding:read',
  'branding:write',
  'org:read',
  'org:write',
  'members:write',
  'credentials:read',
  'credentials:write',
  'billing:write',
  'campaigns:read',
  'campaigns:write',
  'reports:write',
  'signatures:write',
  'retention:write',
] as const;

/** The supported locales. */
export const LOCALES = [
  'en',
  'de',
  'fr',
  'it',
  'es',
  'pl',
  'ro',
  'nl',
  'el',
  'hu',
  'pt',
  'cs',
  'sv',
  'bg',
] as const;

/** What can be subscribed to. */
export const EVENT_TYPES = [
  'session.created',
  'session.joined',
  'session.ended',
  'session.evidence.captured',
  'session.signed',
  'session.anchored',
  'session.completed',
  'evidence.created',
  'session.expired',
  'session.redacted',
  'participant.left',
  'recording.ready',
  'endpoint.paused',
  'delivery.dropped',
  'message.failed',
] as const;

/** One of the scopes that a key can have. */
export type FakeScope = (typeof FAKE_SCOPES)[number];

/** What each plan includes. */
export const FAKE_PLANS = {
  free: {
    inspections: 5,
    members: 3,
    messagesPerDay: 100,
    session: { items: 500, bytes: 10737418240 },
    organisation: { items: 2500, bytes: 26843545600 },
    endpoints: 5,
    retentionDays: 90,
    whiteLabel: false,
    sso: false,
  },
  pilot: {
    inspections: 5,
    members: 10,
    messagesPerDay: 200,
    session: { items: 1000, bytes: 21474836480 },
    organisation: { items: 5000, bytes: 53687091200 },
    endpoints: 10,
    retentionDays: 365,
    whiteLabel: true,
    sso: false,
  },
  pro: {
    inspections: null,
    members: 100,
    messagesPerDay: 5000,
    session: { items: 2000, bytes: 21474836480 },
    organisation: { items: 2000000, bytes: 5497558138880 },
    endpoints: 50,
    retentionDays: 3650,
    whiteLabel: true,
    sso: false,
  },
  enterprise: {
    inspections: null,
    members: 10000,
    messagesPerDay: 50000,
    session: { items: 5000, bytes: 53687091200 },
    organisation: { items: 50000000, bytes: 54975581388800 },
    endpoints: 200,
    retentionDays: 36500,
    whiteLabel: true,
    sso: true,
  },
} as const;

/** The plans; the first two have five inspections. */
export type FakePlan = keyof typeof FAKE_PLANS;

/** Whether the organisation has paid: only `trialing` and `active` create inspections. */
export type FakeSubscription = 'trialing' | 'active' | 'past_due' | 'canceled';

/** The status and the title of each code. */
export const REFUSALS = {
  malformed_request: [400, 'The request is not valid HTTP'],
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
  request_timeout: [408, 'The request did not come in time'],
  'session.already_ended': [409, 'The session has ended'],
  'session.invalid_state': [409, 'The session is not in a state for this'],
  'campaign.in_use': [409, 'The campaign has sessions'],
  'session.on_hold': [409, 'The session is under a legal hold'],
  consent_required: [409, 'The field person has not consented'],
  evidence_not_ready: [409, 'The evidence is not ready'],
  version_conflict: [409, 'A newer version was saved meanwhile'],
  signature_in_progress: [409, 'Somebody else is signing the report'],
  'member.exists': [409, 'A member has this address'],
  endpoint_paused: [409, 'The webhook endpoint is paused'],
  endpoint_limit: [409, 'The plan has no room for another webhook endpoint'],
  endpoint_kind: [409, 'The webhook endpoint is of the other kind'],
  'billing.not_available': [409, 'Plans are not paid online here'],
  'billing.already_subscribed': [409, 'There is a subscription already'],
  idempotency_in_flight: [409, 'A request with this key is in flight'],
  upload_offset_conflict: [409, 'The upload is at another offset'],
  invite_redeemed: [409, 'The invite was redeemed on another device'],
  invite_expired: [410, 'The invite is no longer valid'],
  link_expired: [410, 'The link is no longer valid'],
  'session.redacted': [410, 'What the session held was erased'],
  precondition_failed: [412, 'It was changed meanwhile'],
  tus_version_unsupported: [412, 'The version of tus is not supported'],
  payload_too_large: [413, 'The request body is too large'],
  quota_reached: [413, 'There is no room left for this'],
  unsupported_media_type: [415, 'The content type is not supported'],
  range_not_satisfiable: [416, 'There are no bytes in this range'],
  idempotency_key_reused: [422, 'The key was used with another body'],
  evidence_invalid: [422, 'The evidence is damaged or not what it says'],
  checksum_mismatch: [422, 'The bytes are not those that were announced'],
  signature_refused: [422, 'No valid signature came about'],
  otp_locked: [423, 'Locked after too many wrong codes'],
  rate_limited: [429, 'Too many requests'],
  headers_too_large: [431, 'The headers are too large'],
  internal_error: [500, 'Something went wrong on our side'],
  unavailable: [503, 'The service is not available right now'],
} as const;

/** What is refused by a check that the contract has in code: `judgeValue` has each again. */
export const CHECK_MESSAGES = {
  isStorable: 'must not contain U+0000 or a lone surrogate',
  isInCalendar: 'must be a date from the year 1 to the year 9999',
  namesEndpoint: 'needs endpoint: each endpoint counts for itself',
  namesUrl: 'is needed, but for kind pull, which has none',
} as const;

export type CheckName = keyof typeof CHECK_MESSAGES;
