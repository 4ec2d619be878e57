// Generated from packages/contract by pnpm gen; do not edit.

/* eslint-disable no-useless-escape, no-control-regex -- the patterns are zod's */
import type { FakeRoute, FieldsRule, Rule } from './rule.ts';
import { FAKE_SCOPES, LOCALES, EVENT_TYPES } from './vocabulary.ts';

const text4000: Rule = { type: 'string', max: 4000, checks: ['isStorable'] };
const text200: Rule = { type: 'string', max: 200, checks: ['isStorable'] };
const text500: Rule = { type: 'string', max: 500, checks: ['isStorable'] };
const metadata: Rule = { type: 'pairs', keys: /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, message: 'must be 1 to 40 letters, digits, dots, hyphens and underscores of ASCII, and begin with a letter or a digit', max: 20, of: text500 };
const of: Rule = { type: 'string', max: 200, pattern: /[^\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/, message: 'must not be blank', checks: ['isStorable'] };
const shots: Rule = {
  type: 'list',
  of: { type: 'fields', fields: { slot: { type: 'string', pattern: /^[a-z0-9_-]{1,40}$/, message: 'must be 1 to 40 small letters, digits, hyphens and underscores of ASCII' }, label: { type: 'record', keys: LOCALES, max: 14, of, checks: ['hasText'] }, required: { type: 'boolean' }, hint: { type: 'record', keys: LOCALES, max: 14, of } }, required: ['slot', 'label'], defaults: { required: true } },
  max: 50,
  checks: ['hasOwnSlots', 'hasShortTexts'],
};
const datetime: Rule = { type: 'string', max: 64, pattern: /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|([+-](?:[01]\d|2[0-3]):[0-5]\d)))$/, format: 'datetime', checks: ['isInCalendar'] };
const datetimeOrNull: Rule = { type: 'nullable', of: datetime };
const locale: Rule = { type: 'string', max: 35, becomes: 'locale' };
const uuid: Rule = { type: 'string', pattern: /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/, format: 'uuid' };
const uuidOrNull: Rule = { type: 'nullable', of: uuid };
const limit: Rule = { type: 'string', pattern: /^\d{1,4}$/, message: 'must be a whole number from 1 to 100', becomes: 'number', then: { type: 'integer', min: 1, max: 100 } };
const text2048: Rule = { type: 'string', max: 2048, checks: ['isStorable'] };
const text1To200: Rule = { type: 'string', max: 200, min: 1, checks: ['isStorable'] };
const sessionsListQueryFieldsMetadata: Rule = { type: 'pairs', keys: /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, message: 'must be 1 to 40 letters, digits, dots, hyphens and underscores of ASCII, and begin with a letter or a digit', max: 3, of: text500 };
const outcome: Rule = { type: 'oneOf', values: ['accepted', 'rejected', 'inconclusive'] };
const nothing: FieldsRule = { type: 'fields', fields: {} };
const text2000: Rule = { type: 'string', max: 2000, checks: ['isStorable'] };
const text100: Rule = { type: 'string', max: 100, checks: ['isStorable'] };
const email: Rule = {
  type: 'string',
  max: 254,
  pattern:
    /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:[.][A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*|"(?:[ !#-\[\]-~]|\\[ -~])*")@(?:[A-Za-z0-9\u00b7\u00c0-\u061b\u0620-\u115e\u1161-\u17b3\u17b6-\u180a\u180f-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u3163\u3165-\ud7ff\uf900-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a](?:[A-Za-z0-9\u00b7\u00c0-\u061b\u0620-\u115e\u1161-\u17b3\u17b6-\u180a\u180f-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u3163\u3165-\ud7ff\uf900-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a-]{0,61}[A-Za-z0-9\u00b7\u00c0-\u061b\u0620-\u115e\u1161-\u17b3\u17b6-\u180a\u180f-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u3163\u3165-\ud7ff\uf900-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a])?[.\u3002\uff0e\uff61])+[A-Za-z\u00b7\u00c0-\u061b\u0620-\u115e\u1161-\u17b3\u17b6-\u180a\u180f-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u3163\u3165-\ud7ff\uf900-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a](?:[A-Za-z0-9\u00b7\u00c0-\u061b\u0620-\u115e\u1161-\u17b3\u17b6-\u180a\u180f-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u3163\u3165-\ud7ff\uf900-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a-]{0,61}[A-Za-z0-9\u00b7\u00c0-\u061b\u0620-\u115e\u1161-\u17b3\u17b6-\u180a\u180f-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u3163\u3165-\ud7ff\uf900-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a])$/,
  format: 'email',
  becomes: 'address',
  checks: ['isMailable'],
};
const recipientEmail: Rule = { type: 'either', of: [{ type: 'oneOf', values: [''] }, email] };
const text32: Rule = { type: 'string', max: 32, checks: ['isStorable'] };
const ttlMinutes: Rule = { type: 'integer', min: 1, max: 10080 };
const participantsListQuery: FieldsRule = { type: 'fields', fields: { limit, cursor: text2048 }, defaults: { limit: 25 } };
const token: Rule = { type: 'string', pattern: /^[A-Za-z0-9_-]{43}$/ };
const name: Rule = { type: 'string', max: 200, pattern: /^[ \u00a0\u00ad\u1680\u2000-\u200f\u202f\u205f-\u2064\u3000\ufeff]*[^\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069][^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/, message: 'must be a name: not blank, and without control characters', checks: ['isStorable'] };
const whiteboardFile: Rule = { type: 'string', pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(svg|png)$/, message: 'must be the id, and .svg or .png' };
const whiteboardsDownloadQuery: FieldsRule = { type: 'fields', fields: { version: { type: 'string', pattern: /^[1-9]\d{0,8}$/, message: 'must be a whole number from 1', becomes: 'number' } } };
const text1To2048: Rule = { type: 'string', max: 2048, min: 1, checks: ['isStorable'] };
const eventTypes: Rule = { type: 'list', of: { type: 'oneOf', values: EVENT_TYPES }, max: 50 };
const webhookEndpointsCreateBody: FieldsRule = {
  type: 'fields',
  fields: { kind: { type: 'oneOf', values: ['push', 'pull'] }, url: text1To2048, description: text500, event_types: eventTypes },
  checks: [
    ['hasNoUrl', 'url'],
    ['namesUrl', 'url'],
  ],
};
const webhookEndpointsTestBody: FieldsRule = {
  type: 'fields',
  fields: { event_type: { type: 'oneOf', values: ['session.created', 'session.joined', 'session.updated', 'session.ended', 'session.outcome', 'session.evidence.captured', 'session.signed', 'session.anchored', 'session.completed', 'session.expired', 'session.redacted', 'evidence.created', 'participant.left', 'recording.ready', 'endpoint.paused', 'delivery.dropped', 'message.failed', 'ping'] } },
};
const afterSequence: Rule = { type: 'string', pattern: /^\d{1,15}$/, message: 'must be a whole number', becomes: 'number' };
const inspectionsCreateBody: FieldsRule = {
  type: 'fields',
  fields: {
    notes: text4000,
    type: text200,
    reference: text200,
    metadata,
    shots,
    scheduled_for: datetimeOrNull,
    locale,
    campaign: uuidOrNull,
    participant: { type: 'fields', fields: { name: text200, channel: { type: 'oneOf', values: ['sms', 'email'] }, phone: text32, email, send_code: { type: 'boolean' } }, required: ['channel'] },
    callbacks: { type: 'record', keys: ['session.created', 'session.joined', 'session.updated', 'session.ended', 'session.outcome', 'session.evidence.captured', 'session.signed', 'session.anchored', 'session.completed', 'evidence.created', 'session.expired', 'session.redacted', 'participant.left', 'recording.ready', 'message.failed'], max: 15, of: text1To2048 },
  },
};
const role: Rule = { type: 'oneOf', values: ['org_admin', 'inspector', 'observer', 'auditor'] };
const allowedNetworks: Rule = {
  type: 'list',
  of: {
    type: 'string',
    pattern:
      /^(?:(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\/(?:3[0-2]|[12]?\d)|(?:(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?:[0-9a-fA-F]{1,4}:){1,1}(?::[0-9a-fA-F]{1,4}){1,6}|(?:[0-9a-fA-F]{1,4}:){1,2}(?::[0-9a-fA-F]{1,4}){1,5}|(?:[0-9a-fA-F]{1,4}:){1,3}(?::[0-9a-fA-F]{1,4}){1,4}|(?:[0-9a-fA-F]{1,4}:){1,4}(?::[0-9a-fA-F]{1,4}){1,3}|(?:[0-9a-fA-F]{1,4}:){1,5}(?::[0-9a-fA-F]{1,4}){1,2}|(?:[0-9a-fA-F]{1,4}:){1,6}(?::[0-9a-fA-F]{1,4}){1,1}|(?:[0-9a-fA-F]{1,4}:){1,7}:|:(?::[0-9a-fA-F]{1,4}){1,7}|::)\/(?:12[0-8]|1[01]\d|[1-9]?\d))$/,
    message: 'must be a network such as 203.0.113.0/24 or 2001:db8::/32',
    becomes: 'network',
  },
  max: 50,
};
const brandingUpdateHeaders: FieldsRule = { type: 'fields', fields: { 'if-match': { type: 'string', max: 1000, pattern: /^(\*|(W\/)?"\d{1,9}"([ \t]*,[ \t]*(W\/)?"\d{1,9}")*)$/, message: 'must be the ETag of a reply, such as "3", a list of them, or *' } } };
const displayName: Rule = { type: 'string', max: 200, pattern: /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/, message: 'must be one line, without control characters', checks: ['isStorable'], becomes: 'trimmed' };
const senderName: Rule = { type: 'string', max: 100, pattern: /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\u00ad\u061c\u200b\u200e\u200f\u2060-\u2064\ufeff<>"@\uff1c\ufe64\uff1e\ufe65\uff02\uff20\ufe6b]*$/, message: 'must be one line, without control characters, marks that are not seen, and < > " @ of any width', checks: ['isStorable'], becomes: 'trimmed' };
const imprintUrlOrNull: Rule = { type: 'nullable', of: { type: 'string', max: 2048, pattern: /^https:\/\/[A-Za-z0-9][A-Za-z0-9.-]*(:\d{1,5})?([/?#][\w\-.~:/?#[\]@!$&()*+,;=%]*)?$/, message: 'must be an https address without spaces, quotes or a user name, such as https://example.com/privacy', checks: ['isStorable'] } };
const primaryOrNull: Rule = { type: 'nullable', of: { type: 'string', pattern: /^#[0-9a-f]{6}$/, message: 'must be six hexadecimal digits in lower case after a #, such as #d92d20' } };
const brandingUpdateBodyFieldsColours: FieldsRule = { type: 'fields', fields: { primary: primaryOrNull, background: primaryOrNull } };
const messagesUpdateBody: FieldsRule = {
  type: 'fields',
  fields: {
    kind: { type: 'oneOf', values: ['invite', 'otp', 'reminder_invitee_24h', 'reminder_invitee_1h', 'reminder_operator_24h', 'reminder_operator_1h', 'invite_cancelled', 'signature_request', 'signature_otp', 'member_invitation'] },
    locale,
    subject: { type: 'nullable', of: { type: 'string', max: 150, pattern: /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/, message: 'must be one line, without control characters', checks: ['isStorable'] } },
    body: { type: 'nullable', of: text4000 },
    sms: { type: 'nullable', of: { type: 'string', max: 320, pattern: /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/, message: 'must be one line, without control characters', checks: ['isStorable'] } },
  },
  required: ['kind', 'locale'],
};
const sessionDaysOrNull: Rule = { type: 'nullable', of: { type: 'integer', min: 7, max: 36500 } };

/** Every route that a customer's systems call, as the contract states it. */
export const ROUTES = {
  'sessions.create': { method: 'POST', path: '/api/v1/public/sessions', scope: 'sessions:write', status: 201, isIdempotent: true, body: { type: 'fields', fields: { notes: text4000, type: text200, reference: text200, metadata, shots, scheduled_for: datetimeOrNull, locale, campaign: uuidOrNull } } },
  'sessions.list': {
    method: 'GET',
    path: '/api/v1/public/sessions',
    scope: 'sessions:read',
    status: 200,
    query: { type: 'fields', fields: { limit, cursor: text2048, status: { type: 'oneOf', values: ['created', 'open', 'recording', 'closed', 'expired'] }, campaign: uuid, type: text1To200, reference: text1To200, metadata: sessionsListQueryFieldsMetadata, created_after: datetime, created_before: datetime, outcome, ended_after: datetime, ended_before: datetime }, defaults: { limit: 25 } },
  },
  'sessions.get': { method: 'GET', path: '/api/v1/public/sessions/:session_id', scope: 'sessions:read', status: 200, ids: { session_id: uuid } },
  'sessions.update': {
    method: 'PATCH',
    path: '/api/v1/public/sessions/:session_id',
    scope: 'sessions:write',
    status: 200,
    isIdempotent: true,
    ids: { session_id: uuid },
    body: {
      type: 'fields',
      fields: { notes: text4000, type: text200, reference: text200, metadata: { type: 'pairs', keys: /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, message: 'must be 1 to 40 letters, digits, dots, hyphens and underscores of ASCII, and begin with a letter or a digit', max: 40, of: { type: 'nullable', of: text500 } }, shots, scheduled_for: datetimeOrNull, locale, campaign: uuidOrNull },
    },
    isBodyRequired: true,
  },
  'sessions.end': { method: 'POST', path: '/api/v1/public/sessions/:session_id/end', scope: 'sessions:write', status: 200, isIdempotent: true, ids: { session_id: uuid }, body: nothing },
  'sessions.setOutcome': { method: 'POST', path: '/api/v1/public/sessions/:session_id/outcome', scope: 'sessions:write', status: 200, isIdempotent: true, ids: { session_id: uuid }, body: { type: 'fields', fields: { outcome, note: text2000 }, required: ['outcome'] }, isBodyRequired: true },
  'sessions.startRecording': { method: 'POST', path: '/api/v1/public/sessions/:session_id/recording', scope: 'sessions:write', status: 200, isIdempotent: true, ids: { session_id: uuid }, body: nothing },
  'sessions.stopRecording': { method: 'DELETE', path: '/api/v1/public/sessions/:session_id/recording', scope: 'sessions:write', status: 200, isIdempotent: true, ids: { session_id: uuid }, body: nothing },
  'sessions.redact': { method: 'POST', path: '/api/v1/public/sessions/:session_id/redact', scope: 'retention:write', status: 202, isIdempotent: true, ids: { session_id: uuid }, body: { type: 'fields', fields: { reason: { type: 'oneOf', values: ['data_subject_request', 'no_longer_needed'] } } } },
  'sessions.hold': { method: 'PUT', path: '/api/v1/public/sessions/:session_id/hold', scope: 'retention:write', status: 200, isIdempotent: true, ids: { session_id: uuid }, body: { type: 'fields', fields: { reason: { type: 'string', max: 500, min: 1, checks: ['isStorable'] } }, required: ['reason'] }, isBodyRequired: true },
  'sessions.release': { method: 'DELETE', path: '/api/v1/public/sessions/:session_id/hold', scope: 'retention:write', status: 200, isIdempotent: true, ids: { session_id: uuid }, body: nothing },
  'sessions.createMediaConnection': { method: 'POST', path: '/api/v1/public/sessions/:session_id/media', scope: 'sessions:write', status: 201, isIdempotent: true, ids: { session_id: uuid }, body: nothing },
  'participants.create': {
    method: 'POST',
    path: '/api/v1/public/sessions/:session_id/participants',
    scope: 'participants:write',
    status: 201,
    isIdempotent: true,
    ids: { session_id: uuid },
    body: { type: 'fields', fields: { recipient_first_name: text100, recipient_last_name: text100, recipient_email: recipientEmail, recipient_phone: text32, send_email: { type: 'boolean' }, send_sms: { type: 'boolean' }, send_code: { type: 'boolean' }, ttl_minutes: ttlMinutes } },
  },
  'participants.list': { method: 'GET', path: '/api/v1/public/sessions/:session_id/participants', scope: 'participants:read', status: 200, ids: { session_id: uuid }, query: participantsListQuery },
  'participants.reissue': { method: 'POST', path: '/api/v1/public/sessions/:session_id/participants/:invite_id/reissue', scope: 'participants:write', status: 200, isIdempotent: true, ids: { session_id: uuid, invite_id: uuid }, body: nothing },
  'participants.revoke': { method: 'DELETE', path: '/api/v1/public/sessions/:session_id/participants/:invite_id', scope: 'participants:write', status: 204, isIdempotent: true, ids: { session_id: uuid, invite_id: uuid }, body: nothing },
  'join.redeem': { method: 'GET', path: '/v1/sessions/:session_id/join/:token', scope: null, status: 200, ids: { session_id: uuid, token }, headers: { type: 'fields', fields: { 'x-join-otp': { type: 'string', max: 64 } } } },
  'join.requestCode': { method: 'POST', path: '/v1/sessions/:session_id/join/:token/code', scope: null, status: 202, isIdempotent: true, ids: { session_id: uuid, token }, body: nothing },
  'evidence.list': { method: 'GET', path: '/v1/evidence', scope: 'evidence:read', status: 200, query: { type: 'fields', fields: { limit, cursor: text2048, session_id: uuid, kind: { type: 'oneOf', values: ['photo', 'annotation', 'whiteboard', 'clip', 'recording', 'document', 'signature'] } }, defaults: { limit: 25 } } },
  'evidence.get': { method: 'GET', path: '/v1/evidence/:session_id', scope: 'evidence:read', status: 200, ids: { session_id: uuid } },
  'evidence.listChain': { method: 'GET', path: '/v1/evidence/:session_id/chain', scope: 'audit:read', status: 200, ids: { session_id: uuid }, query: participantsListQuery },
  'evidence.listAddenda': { method: 'GET', path: '/v1/evidence/:session_id/addenda', scope: 'audit:read', status: 200, ids: { session_id: uuid }, query: participantsListQuery },
  'evidence.download': { method: 'GET', path: '/v1/evidence/:session_id/files/:evidence_id', scope: 'evidence:read', status: 200, ids: { session_id: uuid, evidence_id: uuid }, query: { type: 'fields', fields: { variant: { type: 'oneOf', values: ['original', 'display', 'thumbnail', 'svg'] }, redirect: { type: 'oneOf', values: ['true', 'false'] } } } },
  'evidence.downloadBundle': { method: 'GET', path: '/v1/evidence/:session_id/bundle.zip', scope: 'evidence:read', status: 200, ids: { session_id: uuid } },
  'reports.list': { method: 'GET', path: '/v1/evidence/:session_id/reports', scope: 'evidence:read', status: 200, ids: { session_id: uuid }, query: participantsListQuery },
  'reports.create': { method: 'POST', path: '/v1/evidence/:session_id/reports', scope: 'reports:write', status: 201, isIdempotent: true, ids: { session_id: uuid }, body: { type: 'fields', fields: { locale, audit_trail: { type: 'boolean' }, photos: { type: 'oneOf', values: ['full', 'contact_sheet'] } } } },
  'reports.get': { method: 'GET', path: '/v1/evidence/:session_id/reports/:report_id', scope: 'evidence:read', status: 200, ids: { session_id: uuid, report_id: uuid } },
  'reports.download': { method: 'GET', path: '/v1/evidence/:session_id/report.pdf', scope: 'evidence:read', status: 200, ids: { session_id: uuid } },
  'signatures.request': {
    method: 'POST',
    path: '/v1/evidence/:session_id/signatures',
    scope: 'signatures:write',
    status: 201,
    isIdempotent: true,
    ids: { session_id: uuid },
    body: { type: 'fields', fields: { signer: { type: 'fields', fields: { name, email: recipientEmail, phone: text32 }, required: ['name'] }, level: { type: 'oneOf', values: ['SES', 'AES', 'QES'] }, provider: { type: 'oneOf', values: ['demo', 'csc'] }, locale, send_link: { type: 'boolean' } }, required: ['signer', 'level'] },
    isBodyRequired: true,
  },
  'signatures.list': { method: 'GET', path: '/v1/evidence/:session_id/signatures', scope: 'evidence:read', status: 200, ids: { session_id: uuid }, query: participantsListQuery },
  'signatures.get': { method: 'GET', path: '/v1/evidence/:session_id/signatures/:signature_id', scope: 'evidence:read', status: 200, ids: { session_id: uuid, signature_id: uuid } },
  'signatures.cancel': { method: 'DELETE', path: '/v1/evidence/:session_id/signatures/:signature_id', scope: 'signatures:write', status: 204, isIdempotent: true, ids: { session_id: uuid, signature_id: uuid }, body: nothing },
  'whiteboards.list': { method: 'GET', path: '/v1/whiteboards', scope: 'whiteboards:read', status: 200, query: { type: 'fields', fields: { limit, cursor: text2048, session_id: uuid }, defaults: { limit: 25 } } },
  'whiteboards.download': { method: 'GET', path: '/v1/whiteboards/:whiteboard_file', scope: 'whiteboards:read', status: 200, ids: { whiteboard_file: whiteboardFile }, query: whiteboardsDownloadQuery },
  'whiteboards.getTimestamps': { method: 'GET', path: '/v1/whiteboards/:whiteboard_file/timestamps', scope: 'whiteboards:read', status: 200, ids: { whiteboard_file: whiteboardFile }, query: whiteboardsDownloadQuery },
  'verification.verify': { method: 'GET', path: '/v1/verify/:audit_chain_hash', scope: null, status: 200, ids: { audit_chain_hash: { type: 'string', pattern: /^[0-9a-f]{64}$/, message: 'must be 64 lower-case hexadecimal digits' } } },
  'campaigns.create': { method: 'POST', path: '/api/v1/public/campaigns', scope: 'campaigns:write', status: 201, isIdempotent: true, body: { type: 'fields', fields: { name: text1To200, description: text2000, shots }, required: ['name'] }, isBodyRequired: true },
  'campaigns.list': { method: 'GET', path: '/api/v1/public/campaigns', scope: 'campaigns:read', status: 200, query: participantsListQuery },
  'campaigns.get': { method: 'GET', path: '/api/v1/public/campaigns/:campaign_id', scope: 'campaigns:read', status: 200, ids: { campaign_id: uuid } },
  'campaigns.update': { method: 'PATCH', path: '/api/v1/public/campaigns/:campaign_id', scope: 'campaigns:write', status: 200, isIdempotent: true, ids: { campaign_id: uuid }, body: { type: 'fields', fields: { name: text1To200, description: text2000, shots } }, isBodyRequired: true },
  'campaigns.delete': { method: 'DELETE', path: '/api/v1/public/campaigns/:campaign_id', scope: 'campaigns:write', status: 204, isIdempotent: true, ids: { campaign_id: uuid }, body: nothing },
  'campaigns.report': { method: 'GET', path: '/api/v1/public/campaigns/:campaign_id/report', scope: 'campaigns:read', status: 200, ids: { campaign_id: uuid } },
  'campaigns.listReportedSessions': { method: 'GET', path: '/api/v1/public/campaigns/:campaign_id/report/sessions', scope: 'evidence:read', status: 200, ids: { campaign_id: uuid }, query: participantsListQuery },
  'campaigns.downloadCsv': { method: 'GET', path: '/api/v1/public/campaigns/:campaign_id/report.csv', scope: 'evidence:read', status: 200, ids: { campaign_id: uuid }, query: { type: 'fields', fields: { delimiter: { type: 'oneOf', values: [',', ';', '\t'] } } } },
  'campaigns.downloadPdf': { method: 'GET', path: '/api/v1/public/campaigns/:campaign_id/report.pdf', scope: 'evidence:read', status: 200, ids: { campaign_id: uuid }, query: { type: 'fields', fields: { created_after: datetime, created_before: datetime } } },
  'webhookEndpoints.list': { method: 'GET', path: '/api/v1/public/webhook-endpoints', scope: 'webhooks:read', status: 200, query: participantsListQuery },
  'webhookEndpoints.create': { method: 'POST', path: '/api/v1/public/webhook-endpoints', scope: 'webhooks:write', status: 201, isIdempotent: true, body: webhookEndpointsCreateBody, isBodyRequired: true },
  'webhookEndpoints.get': { method: 'GET', path: '/api/v1/public/webhook-endpoints/:endpoint_id', scope: 'webhooks:read', status: 200, ids: { endpoint_id: uuid } },
  'webhookEndpoints.update': { method: 'PATCH', path: '/api/v1/public/webhook-endpoints/:endpoint_id', scope: 'webhooks:write', status: 200, isIdempotent: true, ids: { endpoint_id: uuid }, body: { type: 'fields', fields: { url: text1To2048, description: text500, event_types: eventTypes, active: { type: 'boolean' }, rotate_secret: { type: 'boolean' } } }, isBodyRequired: true },
  'webhookEndpoints.delete': { method: 'DELETE', path: '/api/v1/public/webhook-endpoints/:endpoint_id', scope: 'webhooks:write', status: 204, isIdempotent: true, ids: { endpoint_id: uuid }, body: nothing },
  'webhookEndpoints.test': { method: 'POST', path: '/api/v1/public/webhook-endpoints/:endpoint_id/test', scope: 'webhooks:write', status: 202, isIdempotent: true, ids: { endpoint_id: uuid }, body: webhookEndpointsTestBody },
  'webhookEndpoints.recover': { method: 'POST', path: '/api/v1/public/webhook-endpoints/:endpoint_id/recover', scope: 'webhooks:write', status: 202, isIdempotent: true, ids: { endpoint_id: uuid }, body: { type: 'fields', fields: { since: datetime }, required: ['since'] }, isBodyRequired: true },
  'webhookEndpoints.pull': { method: 'GET', path: '/api/v1/public/webhook-endpoints/:endpoint_id/events', scope: 'webhooks:read', status: 200, ids: { endpoint_id: uuid }, query: { type: 'fields', fields: { after_sequence: afterSequence, limit, wait: { type: 'string', pattern: /^(1?\d|20)$/, message: 'must be a whole number from 0 to 20', becomes: 'number' } }, defaults: { limit: 25, wait: 0 } } },
  'webhookEvents.list': {
    method: 'GET',
    path: '/api/v1/public/webhook-events',
    scope: 'webhooks:read',
    status: 200,
    query: {
      type: 'fields',
      fields: {
        limit,
        cursor: text2048,
        endpoint: uuid,
        status: { type: 'oneOf', values: ['pending', 'delivered', 'failed', 'dropped'] },
        event_type: { type: 'oneOf', values: ['session.created', 'session.joined', 'session.updated', 'session.ended', 'session.outcome', 'session.evidence.captured', 'session.signed', 'session.anchored', 'session.completed', 'evidence.created', 'session.expired', 'session.redacted', 'participant.left', 'recording.ready', 'endpoint.paused', 'delivery.dropped', 'message.failed', 'ping'] },
        session: uuid,
        after_sequence: afterSequence,
      },
      defaults: { limit: 25 },
      checks: [['namesEndpoint', 'after_sequence']],
    },
  },
  'webhookEvents.get': { method: 'GET', path: '/api/v1/public/webhook-events/:delivery_id', scope: 'webhooks:read', status: 200, ids: { delivery_id: uuid } },
  'webhookEvents.explain': { method: 'GET', path: '/api/v1/public/webhook-events/:delivery_id/explain', scope: 'webhooks:read', status: 200, ids: { delivery_id: uuid } },
  'webhookEvents.redeliver': { method: 'POST', path: '/api/v1/public/webhook-events/:delivery_id/redeliver', scope: 'webhooks:write', status: 202, isIdempotent: true, ids: { delivery_id: uuid }, body: nothing },
  'inspections.create': { method: 'POST', path: '/v1/sessions', scope: 'sessions:write', status: 201, isIdempotent: true, body: inspectionsCreateBody },
  'inspections.createMany': { method: 'POST', path: '/v1/bulk/sessions', scope: 'sessions:write', status: 200, isIdempotent: true, body: { type: 'fields', fields: { sessions: { type: 'list', of: inspectionsCreateBody, min: 1, max: 100 } }, required: ['sessions'] }, maxJsonBytes: 1048576, isBodyRequired: true },
  'inspections.list': { method: 'GET', path: '/v1/sessions', scope: 'sessions:read', status: 200, query: { type: 'fields', fields: { limit, cursor: text2048, status: { type: 'oneOf', values: ['pending', 'completed', 'expired'] }, type: text1To200, reference: text1To200, metadata: sessionsListQueryFieldsMetadata, outcome, ended_after: datetime, ended_before: datetime }, defaults: { limit: 25 } } },
  'inspections.get': { method: 'GET', path: '/v1/sessions/:session_id', scope: 'sessions:read', status: 200, ids: { session_id: uuid } },
  'inspections.end': { method: 'DELETE', path: '/v1/sessions/:session_id', scope: 'sessions:write', status: 200, isIdempotent: true, ids: { session_id: uuid }, body: nothing },
  'inspections.requestMore': {
    method: 'POST',
    path: '/v1/sessions/:session_id/request-more',
    scope: 'participants:write',
    status: 201,
    isIdempotent: true,
    ids: { session_id: uuid },
    body: { type: 'fields', fields: { slots: { type: 'list', of: { type: 'string', pattern: /^[a-z0-9_-]{1,40}$/, message: 'must be the slot of a shot' }, min: 1, max: 50, checks: ['hasOwnSlots'] }, invite: uuid, message: { type: 'string', max: 2000, pattern: /[^\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/, message: 'must not be blank', checks: ['isStorable'] }, ttl_minutes: ttlMinutes } },
  },
  'webhooks.list': { method: 'GET', path: '/v1/webhooks', scope: 'webhooks:read', status: 200, query: participantsListQuery },
  'webhooks.create': { method: 'POST', path: '/v1/webhooks', scope: 'webhooks:write', status: 201, isIdempotent: true, body: webhookEndpointsCreateBody, isBodyRequired: true },
  'webhooks.rotate': { method: 'POST', path: '/v1/webhooks/:endpoint_id/rotate', scope: 'webhooks:write', status: 200, isIdempotent: true, ids: { endpoint_id: uuid }, body: nothing },
  'webhooks.test': { method: 'POST', path: '/v1/webhooks/:endpoint_id/test', scope: 'webhooks:write', status: 202, isIdempotent: true, ids: { endpoint_id: uuid }, body: webhookEndpointsTestBody },
  'org.get': { method: 'GET', path: '/v1/org', scope: 'org:read', status: 200 },
  'org.update': { method: 'PATCH', path: '/v1/org', scope: 'org:write', status: 200, isIdempotent: true, body: { type: 'fields', fields: { name, locale, time_zone: { type: 'string', max: 64, checks: ['isTimeZone'], becomes: 'timeZone' } } }, isBodyRequired: true },
  'org.getRoles': { method: 'GET', path: '/v1/org/roles', scope: 'org:read', status: 200 },
  'org.listAudit': { method: 'GET', path: '/v1/org/audit', scope: 'audit:read', status: 200, query: participantsListQuery },
  'org.getAuditHead': { method: 'GET', path: '/v1/org/audit/head', scope: 'audit:read', status: 200 },
  'org.rotateCallbackSecret': { method: 'POST', path: '/v1/org/callback-secret', scope: 'org:write', status: 201, isIdempotent: true, body: nothing },
  'members.list': { method: 'GET', path: '/v1/org/members', scope: 'org:read', status: 200, query: { type: 'fields', fields: { limit, cursor: text2048, status: { type: 'oneOf', values: ['invited', 'active', 'disabled'] }, role }, defaults: { limit: 25 } } },
  'members.create': { method: 'POST', path: '/v1/org/members', scope: 'members:write', status: 201, isIdempotent: true, body: { type: 'fields', fields: { email, name, role, locale }, required: ['email', 'name', 'role'] }, isBodyRequired: true },
  'members.get': { method: 'GET', path: '/v1/org/members/:member_id', scope: 'org:read', status: 200, ids: { member_id: uuid } },
  'members.update': { method: 'PATCH', path: '/v1/org/members/:member_id', scope: 'members:write', status: 200, isIdempotent: true, ids: { member_id: uuid }, body: { type: 'fields', fields: { name, role, status: { type: 'oneOf', values: ['active', 'disabled'] } } }, isBodyRequired: true },
  'members.delete': { method: 'DELETE', path: '/v1/org/members/:member_id', scope: 'members:write', status: 204, isIdempotent: true, ids: { member_id: uuid }, body: nothing },
  'members.resendInvitation': { method: 'POST', path: '/v1/org/members/:member_id/invitation', scope: 'members:write', status: 200, isIdempotent: true, ids: { member_id: uuid }, body: nothing },
  'invitations.accept': { method: 'POST', path: '/v1/org/invitations/accept', scope: null, status: 200, isIdempotent: true, body: { type: 'fields', fields: { token: { type: 'string', pattern: /^[\w-]{43}$/, message: 'must be what stands behind the # of the link' }, email }, required: ['token', 'email'] }, isBodyRequired: true },
  'credentials.list': { method: 'GET', path: '/v1/org/credentials', scope: 'credentials:read', status: 200, query: participantsListQuery },
  'credentials.create': {
    method: 'POST',
    path: '/v1/org/credentials',
    scope: 'credentials:write',
    status: 201,
    isIdempotent: true,
    body: { type: 'fields', fields: { name: text1To200, scopes: { type: 'either', of: [{ type: 'list', of: { type: 'oneOf', values: FAKE_SCOPES }, min: 1, max: 50 }, role] }, operator_email: email, member: uuid, rate_limit: { type: 'integer', min: 1, max: 1000000 }, expires_at: datetimeOrNull, allowed_networks: allowedNetworks }, required: ['name', 'scopes'] },
    isBodyRequired: true,
  },
  'credentials.get': { method: 'GET', path: '/v1/org/credentials/:credential_id', scope: 'credentials:read', status: 200, ids: { credential_id: uuid } },
  'credentials.update': { method: 'PATCH', path: '/v1/org/credentials/:credential_id', scope: 'credentials:write', status: 200, isIdempotent: true, ids: { credential_id: uuid }, body: { type: 'fields', fields: { name: text1To200, expires_at: datetimeOrNull, allowed_networks: allowedNetworks } }, isBodyRequired: true },
  'credentials.rotate': { method: 'POST', path: '/v1/org/credentials/:credential_id/rotate', scope: 'credentials:write', status: 201, isIdempotent: true, ids: { credential_id: uuid }, body: { type: 'fields', fields: { overlap_hours: { type: 'integer', min: 0, max: 168 } } } },
  'credentials.revoke': { method: 'DELETE', path: '/v1/org/credentials/:credential_id', scope: 'credentials:write', status: 204, isIdempotent: true, ids: { credential_id: uuid }, body: nothing },
  'keys.revoke': { method: 'POST', path: '/v1/keys/revoke', scope: null, status: 204, isIdempotent: true, body: { type: 'fields', fields: { api_key: { type: 'string', pattern: /^fis_[0-9A-Za-z]{38}$/, message: 'must be an API key: fis_ and 38 characters' } }, required: ['api_key'] }, isBodyRequired: true },
  'branding.get': { method: 'GET', path: '/v1/branding', scope: 'branding:read', status: 200 },
  'branding.update': {
    method: 'PATCH',
    path: '/v1/branding',
    scope: 'branding:write',
    status: 200,
    isIdempotent: true,
    headers: brandingUpdateHeaders,
    body: {
      type: 'fields',
      fields: {
        display_name: displayName,
        sender_name: senderName,
        footer: text500,
        imprint_url: imprintUrlOrNull,
        privacy_url: imprintUrlOrNull,
        domain: { type: 'nullable', of: { type: 'string', max: 253, pattern: /^[^\u0000-\u002c./:-@\[-`{-\u009f\s]+(\.[^\u0000-\u002c./:-@\[-`{-\u009f\s]+)+\.?$/, message: 'must be a host name alone, such as inspect.example.com: without a scheme, a port or a path', checks: ['isStorable'] } },
        colours: brandingUpdateBodyFieldsColours,
      },
    },
    isBodyRequired: true,
  },
  'branding.verifyDomain': { method: 'POST', path: '/v1/branding/domain/verify', scope: 'branding:write', status: 200, isIdempotent: true, body: nothing },
  'branding.preview': { method: 'POST', path: '/v1/branding/preview', scope: 'branding:write', status: 200, isIdempotent: true, body: { type: 'fields', fields: { display_name: displayName, sender_name: senderName, footer: text500, imprint_url: imprintUrlOrNull, privacy_url: imprintUrlOrNull, colours: brandingUpdateBodyFieldsColours, locale } } },
  'branding.setLogo': { method: 'PUT', path: '/v1/branding/logo', scope: 'branding:write', status: 200, isIdempotent: true, headers: brandingUpdateHeaders, body: { type: 'fields', fields: { image: { type: 'string', max: 1398104, pattern: /^[A-Za-z0-9+/]+={0,2}$/, message: 'must be base64 (RFC 4648 §4), without line breaks' } }, required: ['image'] }, maxJsonBytes: 1399128, isBodyRequired: true },
  'branding.deleteLogo': { method: 'DELETE', path: '/v1/branding/logo', scope: 'branding:write', status: 200, isIdempotent: true, headers: brandingUpdateHeaders, body: nothing },
  'messages.get': { method: 'GET', path: '/v1/org/messages', scope: 'branding:read', status: 200, query: { type: 'fields', fields: { locale } } },
  'messages.update': { method: 'PATCH', path: '/v1/org/messages', scope: 'branding:write', status: 200, isIdempotent: true, body: messagesUpdateBody, isBodyRequired: true },
  'messages.preview': { method: 'POST', path: '/v1/org/messages/preview', scope: 'branding:write', status: 200, isIdempotent: true, body: messagesUpdateBody, isBodyRequired: true },
  'billing.getPlan': { method: 'GET', path: '/v1/org/plan', scope: 'org:read', status: 200 },
  'billing.createCheckout': { method: 'POST', path: '/v1/org/billing/checkout', scope: 'billing:write', status: 201, isIdempotent: true, body: { type: 'fields', fields: { plan: { type: 'oneOf', values: ['pilot', 'pro', 'enterprise'] }, return_url: text2048 }, required: ['plan'] }, isBodyRequired: true },
  'billing.createPortal': { method: 'POST', path: '/v1/org/billing/portal', scope: 'billing:write', status: 201, isIdempotent: true, body: { type: 'fields', fields: { return_url: text2048 } } },
  'retention.get': { method: 'GET', path: '/v1/org/retention', scope: 'org:read', status: 200 },
  'retention.update': { method: 'PATCH', path: '/v1/org/retention', scope: 'retention:write', status: 200, isIdempotent: true, headers: brandingUpdateHeaders, body: { type: 'fields', fields: { session_days: sessionDaysOrNull, recording_days: sessionDaysOrNull, message_days: sessionDaysOrNull } }, isBodyRequired: true },
  'exports.download': { method: 'GET', path: '/v1/org/export', scope: 'org:export', status: 200, query: { type: 'fields', fields: { after: { type: 'string', max: 2000, min: 1, checks: ['isStorable'] } } } },
  'exports.downloadFile': { method: 'GET', path: '/v1/org/export/files/:owner_id/:hash', scope: 'org:export', status: 200, ids: { owner_id: uuid, hash: { type: 'string', pattern: /^[0-9a-f]{64}$/, message: 'must be a SHA-256 in lower-case hex' } } },
} satisfies Readonly<Record<string, FakeRoute>>;

export type RouteName = keyof typeof ROUTES;
