import { ERRORS, UNAUTHENTICATED, type ErrorCode } from '@field-inspection/contract';
import type { JsonSchema } from '../schemas/components.ts';

export const describeProblemExample = (code: ErrorCode): JsonSchema => ({
  summary: ERRORS[code].title,
  value: {
    type: `https://example.com/docs/errors#${code}`,
    title: ERRORS[code].title,
    status: ERRORS[code].status,
    detail: code,
    code,
    request_id: 'req_019a9f6e3c0a7bd28c115d2f0f6d9a01',
    ...PROBLEM_MEMBERS[code],
  },
});

/** Members that differ from code to code. In join errors `detail` is the code. */
const PROBLEM_MEMBERS: Record<ErrorCode, { detail?: string; [member: string]: unknown }> = {
  validation_error: {
    detail: 'body.notes: must have at most 4000 characters',
    errors: [
      {
        path: 'body.notes',
        code: 'too_big',
        message: 'must have at most 4000 characters',
      },
    ],
  },
  malformed_request: {
    detail: 'The request is not valid HTTP/1.1: see its request line, headers and length.',
  },
  request_timeout: { detail: 'The body did not come within 30 seconds. Send it again.' },
  upload_offset_conflict: { detail: 'Ask by HEAD for Upload-Offset, and go on from there.' },
  precondition_failed: {
    detail: 'The branding is at version 4 now. Get it, and send your change again with its ETag.',
  },
  tus_version_unsupported: { detail: 'Send the header Tus-Resumable: 1.0.0.' },
  headers_too_large: { detail: 'The request line and the headers may have 16 KiB in all.' },
  invalid_cursor: {
    detail:
      'Pass next_cursor of the page before unchanged, with the same filters, or start without a cursor.',
  },
  unauthenticated: { detail: UNAUTHENTICATED.value },
  otp_required: {
    channels: ['email', 'sms'],
    channel_hint_email: 'a•••@e•••.com',
    channel_hint_phone: '+39 ••• ••67',
  },
  otp_invalid: { attempts_remaining: 4 },
  otp_expired: {},
  passkey_refused: {
    detail: 'The passkey is not accepted, or what it answers is used up or too old. Begin again.',
  },
  passkey_limit: { detail: 'You have 20 passkeys. Remove one that you no longer use.' },
  'billing.subscription_past_due': {
    detail: 'The subscription is past due. Pay the open invoice, then create the session again.',
  },
  'sso.not_in_plan': {
    detail:
      'The plan free does not include sign-on and provisioning by a directory of your own. Change the plan.',
  },
  sso_required: {
    detail:
      "The organisation's members sign in by their company's identity provider. Begin anew, and go on with it.",
  },
  'sso.invalid_state': { detail: 'Activate the connection first, by POST /v1/org/sso/activate.' },
  'billing.free_plan_minutes_exhausted': {
    detail: 'The plan free has 5 inspections and all are used. Change the plan.',
  },
  permission_denied: { detail: 'This needs the scope sessions:write, which the credential does not have.' },
  step_up_required: {
    detail:
      'This takes a member who has shown who they are in the last 10 minutes. Ask for a code by POST /v1/me/step-up/code, send it to POST /v1/me/step-up, and then send this again.',
  },
  foreign_origin: {
    detail:
      "A signed-in person's changes come from a page of the service itself: with Sec-Fetch-Site: same-origin, or with its own Origin. A program takes an API key in place of the cookie.",
  },
  not_found: { detail: 'There is no session 019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01.' },
  method_not_allowed: { detail: 'This path takes GET, POST.' },
  'session.already_ended': { detail: 'The session is closed; it can not be changed any more.' },
  'session.invalid_state': { detail: 'The session is created; only an open session can start a recording.' },
  'campaign.in_use': {
    detail: 'Sessions refer to the campaign. Give them another one, or none, then delete it.',
  },
  'session.on_hold': {
    detail: 'The session is under a legal hold: nothing of it may be erased. Release it first.',
  },
  consent_required: { detail: 'The field person has not granted the camera. Ask them, then send it again.' },
  evidence_not_ready: { detail: 'The evidence is uploading. Wait for the event evidence.created.' },
  version_conflict: { detail: 'Version 4 was saved meanwhile. Draw on it, and save with version 4.' },
  signature_in_progress: { detail: 'Somebody else is signing the report. Try again in 10 minutes.' },
  'org.last_admin': { detail: 'This is the last active org_admin. Make another one first.' },
  'invitation.wrong_address': { detail: 'Enter the address to which the invitation was sent.' },
  'member.invalid_state': { detail: 'The member has not accepted the invitation yet.' },
  'member.limit': {
    detail: 'The plan free includes 3 members, and all are there. Remove one, or change the plan.',
  },
  'domain.not_in_plan': { detail: 'The plan free does not include a domain of your own. Change the plan.' },
  'domain.not_verified': {
    detail: 'There is no TXT record at _field-inspection.inspect.example.com yet. Set it, and try again.',
  },
  'domain.taken': { detail: 'Another organisation has verified inspect.example.com.' },
  misdirected_request: { detail: 'This host is not served here.' },
  'member.exists': { detail: 'A member of the organisation has this address already.' },
  endpoint_paused: { detail: 'The webhook endpoint is paused. Set active to true first.' },
  endpoint_limit: {
    detail:
      'The plan pro has room for 50 webhook endpoints, and all are there. Delete one, or change the plan.',
  },
  'retention.limit': {
    detail:
      'The plan free keeps what a session holds of people for 90 days at most. Set fewer, or change the plan.',
  },
  endpoint_kind: {
    detail: 'Nothing is sent to an endpoint of kind pull. Fetch its events with a smaller after_sequence.',
  },
  'billing.not_available': {
    detail: 'Plans are not paid online here. Ask whoever operates the service to change yours.',
  },
  'billing.already_subscribed': {
    detail: 'There is a subscription, and a second one would be paid beside it. Change it in the portal.',
  },
  credential_ended: {
    detail: 'The credential was revoked or has expired. Create a new one in its place.',
  },
  idempotency_in_flight: {
    detail: 'A request with this Idempotency-Key is being handled. Send it again in a second.',
  },
  otp_not_required: {},
  invite_redeemed: {},
  invite_expired: {},
  'session.redacted': {
    detail: 'The session was redacted: what it held was erased. Its hashes and its audit chain are there.',
  },
  link_expired: { detail: 'The link was valid for 15 minutes. GET the report again for a new one.' },
  quota_reached: {
    detail: 'The session may have 5000 pieces of evidence, of which 0 are left. Go on in a new session.',
  },
  payload_too_large: { detail: 'The body may have at most 262144 bytes.' },
  unsupported_media_type: { detail: 'Send the body as application/json in UTF-8.' },
  range_not_satisfiable: { detail: 'The file has 1204224 bytes; the range begins behind them.' },
  idempotency_key_reused: {
    detail: 'This Idempotency-Key was used with another body. Use a new key for a new operation.',
  },
  signature_refused: { detail: 'The signer has no certificate there that signs documents now.' },
  evidence_invalid: { detail: 'The JPEG ends before its last line. Send the file as the camera wrote it.' },
  checksum_mismatch: { detail: 'The bytes do not have the SHA-256 that was announced. Send them again.' },
  otp_locked: {},
  rate_limited: {
    detail: 'More than 60 requests in 60 seconds. Try again at the time in X-RateLimit-Reset.',
  },
  internal_error: { detail: 'The request could not be handled. Tell support the request_id.' },
  unavailable: {
    detail: 'The database does not answer. Try again; under one Idempotency-Key nothing is done twice.',
  },
};
