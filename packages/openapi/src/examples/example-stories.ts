import { EMITTED_EVENT_TYPES, EVENTS, type EmittedEventType } from '@field-inspection/contract';
import {
  CAMPAIGN_ID,
  TEMPLATE_ID,
  REPORT_ID,
  INVITE,
  ENDPOINT,
  OTHER_ENDPOINT,
  DELIVERY,
  UNDELIVERED,
  WAITING,
  EVENT,
  NOBODY_JOINED,
  EVIDENCE,
  LIVE_SESSION,
  COMPLETED_SESSION,
  ENDED_SESSION,
  OUTCOME,
  REDACTED_SESSION,
  RECORDING,
  SIGNATURE,
  UNSIGNED,
  ANCHOR,
  SIGNATURE_DRAWING,
  FIRST_ENDPOINT,
  FIRST_INSPECTION,
  FIRST_SESSION,
} from './example-parts.ts';

// The contract's examples each show one field; put together they would contradict each other, such as a session that
// ended though nobody joined. The stories here make them agree.

export type Story = { [field: string]: unknown };

/** An event's example beyond its envelope. */
const EVENT_STORIES: { [Type in EmittedEventType]?: Story } = {
  'session.created': { data: { status: 'created', ...NOBODY_JOINED } },
  'session.joined': { created_at: '2026-11-20T14:35:00.000Z' },
  'session.updated': {
    created_at: '2026-11-20T14:40:00.000Z',
    data: { ...LIVE_SESSION, updated_at: '2026-11-20T14:40:00.000Z' },
  },
  'session.ended': { created_at: '2026-11-20T15:05:00.000Z', data: ENDED_SESSION },
  'session.outcome': {
    created_at: '2026-11-20T15:30:00.000Z',
    data: { ...COMPLETED_SESSION, ...OUTCOME },
  },
  'session.evidence.captured': { created_at: '2026-11-20T14:36:10.000Z' },
  'session.signed': { created_at: '2026-11-20T15:20:00.000Z' },
  'session.anchored': { created_at: '2026-11-20T15:05:03.000Z' },
  'session.completed': { created_at: '2026-11-20T15:06:00.000Z' },
  'session.expired': {
    created_at: '2026-11-22T09:00:00.000Z',
    data: {
      status: 'expired',
      ...NOBODY_JOINED,
      scheduled_for: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-22T09:00:00.000Z',
    },
  },
  'session.redacted': {
    created_at: '2027-02-01T09:00:04.000Z',
    data: REDACTED_SESSION,
  },
  'evidence.created': { created_at: '2026-11-20T14:36:10.000Z' },
  'evidence.finding': {
    created_at: '2026-11-20T15:25:00.000Z',
    data: {
      finding: {
        text: 'Two ridge tiles are broken.',
        author: 'operator@example.com',
        set_at: '2026-11-20T15:25:00.000Z',
      },
    },
  },
  'participant.left': {
    created_at: '2026-11-20T15:01:00.000Z',
    data: { consent_state: LIVE_SESSION.consent_state },
  },
  'participant.done': {
    created_at: '2026-11-20T14:59:00.000Z',
    data: { consent_state: LIVE_SESSION.consent_state, invite: { done_at: '2026-11-20T14:59:00.000Z' } },
  },
  'recording.ready': { created_at: '2026-11-20T15:07:00.000Z' },
  'endpoint.paused': {
    created_at: '2026-11-25T14:35:01.000Z',
    data: {
      ...OTHER_ENDPOINT,
      active: false,
      paused_reason: 'failing',
      paused_at: '2026-11-25T14:35:00.000Z',
    },
  },
  'delivery.dropped': {
    created_at: '2026-11-21T21:41:00.000Z',
    data: {
      endpoint: OTHER_ENDPOINT.id,
      status: 'dropped',
      response_status: 503,
      attempt_count: 6,
      delivered_at: null,
    },
  },
  'message.failed': {
    created_at: '2026-11-21T09:00:00.000Z',
    data: {
      kind: 'reminder_invitee_1h',
      channel: 'email',
      signature: null,
      reason: 'limit',
      created_at: '2026-11-21T08:00:00.000Z',
      failed_at: '2026-11-21T09:00:00.000Z',
    },
  },
};

export const SCHEMA_STORIES: Record<string, Story> = {
  ...Object.fromEntries(
    EMITTED_EVENT_TYPES.map((type) => [EVENTS[type].id, { ...EVENT, ...EVENT_STORIES[type] }]),
  ),
  Session: LIVE_SESSION,
  SessionJoinedData: {
    status: 'open',
    report: null,
    scheduled_for: null,
    started_at: '2026-11-20T14:35:00.000Z',
    ended_at: null,
    campaign: null,
    template: null,
    template_version: null,
    redacted_at: null,
    updated_at: '2026-11-20T14:35:00.000Z',
    invite: { status: 'joined', joined_at: '2026-11-20T14:35:00.000Z' },
  },
  SessionEvidenceCapturedData: { ...LIVE_SESSION, evidence: EVIDENCE },
  SessionSignedData: COMPLETED_SESSION,
  SessionAnchoredData: ENDED_SESSION,
  SessionCompletedData: COMPLETED_SESSION,
  Signature: SIGNATURE,
  RequestedSignature: { ...SIGNATURE, ...UNSIGNED },
  SigningRequest: {
    status: 'pending',
    code_expires_at: '2026-11-20T15:25:00.000Z',
    expires_at: SIGNATURE.expires_at,
  },
  SigningSession: { signing_session_expires_at: '2026-11-20T15:46:00.000Z' },
  SigningView: { status: 'pending', failure: null, signed_at: null, expires_at: SIGNATURE.expires_at },
  Report: { id: REPORT_ID, revision_of: null },
  SessionReport: { id: REPORT_ID, ready_at: '2026-11-20T15:06:00.000Z' },
  ReportNotice: { id: REPORT_ID, ready_at: '2026-11-20T15:06:00.000Z' },
  SigningStep: { status: 'signing' },
  Anchor: ANCHOR,
  AnchorNotice: ANCHOR,
  EvidenceSummary: { frozen_at: '2026-11-20T15:05:01.000Z' },
  Verification: { frozen_at: '2026-11-20T15:05:01.000Z' },
  Evidence: EVIDENCE,
  CreateSignatureBody: { drawing: SIGNATURE_DRAWING, captured_at: '2026-11-20T15:03:00.000Z' },
  RecordingReadyData: { ...COMPLETED_SESSION, recording: RECORDING },
  Invite: INVITE,
  InviteNotice: INVITE,
  MintedInvite: INVITE,
  InviteMessage: { status: 'sent', reason: null },
  Campaign: { id: CAMPAIGN_ID },
  Template: { id: TEMPLATE_ID, updated_at: '2026-11-20T14:30:00.000Z' },
  Inspection: {
    template: null,
    template_version: null,
    status: 'pending',
    expires_at: '2026-11-21T14:30:00.000Z',
    completed_at: null,
    report: null,
  },
  CreatedInspection: { expires_at: '2026-11-21T14:30:00.000Z' },
  FieldSession: { status: 'open', scheduled_for: null },
  FieldParticipant: { id: INVITE.id, done_at: null },
  JoinedSession: {
    field_session_expires_at: null,
    media_connection: { identity: INVITE.id, permissions: { publish: ['camera', 'microphone'] } },
  },
  MediaConnection: {
    expires_at: '2026-11-21T02:35:00.000Z',
    permissions: { publish: ['microphone'] },
  },
  WebhookEndpoint: ENDPOINT,
  WebhookEndpointWithSecret: ENDPOINT,
  UpdatedWebhookEndpoint: ENDPOINT,
  WebhookDelivery: DELIVERY,
  WebhookDeliveryWithAttempts: {
    ...DELIVERY,
    ...UNDELIVERED,
    next_attempt_at: '2026-11-20T14:35:40.000Z',
  },
  WebhookAttempt: {
    number: 1,
    outcome: 'failed',
    started_at: '2026-11-20T14:35:00.000Z',
    duration_ms: 10_000,
    response_status: null,
    error_class: 'timeout',
    error: 'No answer within 10 seconds.',
    response_excerpt: null,
  },
  WebhookDeliveryExplanation: {
    delivery: UNDELIVERED,
    state: 'scheduled',
    due_at: '2026-11-20T14:35:40.000Z',
    attempts_left: 5,
    last_error: 'No answer within 10 seconds.',
  },
  RecoveredDeliveries: { count: 3 },
  PulledEvent: { delivery: DELIVERY.id },
};

/**
 * An operation's examples beyond its schemas, by operation id: a response is merged over theirs, a request replaces
 * theirs.
 */
export const OPERATION_STORIES: Record<string, { request?: Story; response?: Story }> = {
  createSession: {
    request: FIRST_SESSION,
    response: { status: 'created', ...NOBODY_JOINED },
  },
  createInspection: { request: FIRST_INSPECTION },
  updateSession: {
    request: { notes: 'Roof, north side. Ring at the gate.' },
    response: { notes: 'Roof, north side. Ring at the gate.', updated_at: '2026-11-20T14:40:00.000Z' },
  },
  endSession: {
    response: {
      status: 'closed',
      ended_at: '2026-11-20T15:05:00.000Z',
      updated_at: '2026-11-20T15:05:00.000Z',
    },
  },
  setOutcome: { response: { ...COMPLETED_SESSION, ...OUTCOME } },
  redactSession: { request: { reason: 'data_subject_request' }, response: REDACTED_SESSION },
  holdSession: { response: { ...COMPLETED_SESSION, status: 'closed', on_hold: true } },
  releaseSession: { response: { ...COMPLETED_SESSION, status: 'closed' } },
  startRecording: { response: { status: 'recording', updated_at: '2026-11-20T14:38:00.000Z' } },
  createWebhookEndpoint: { request: FIRST_ENDPOINT, response: { kind: 'pull', url: '' } },
  createWebhook: { request: FIRST_ENDPOINT, response: { kind: 'pull', url: '' } },
  updateWebhookEndpoint: {
    request: { rotate_secret: true },
    response: { signing_secret: 'whsec_7Jr1cT8gXk2mQvYb5dNzLw3hRf9sUa0pEoiGKxBtVC4=' },
  },
  createSignature: {
    response: {
      kind: 'signature',
      mime: 'application/json',
      byte_size: 142,
      slot: '',
      gps: null,
      width: 600,
      height: 200,
      captured_at: '2026-11-20T15:03:00.000Z',
      received_at: '2026-11-20T15:03:01.000Z',
      created_at: '2026-11-20T15:03:01.000Z',
    },
  },
  endInspection: { response: { status: 'completed', completed_at: '2026-11-20T15:05:00.000Z' } },
  testWebhook: { response: { ...WAITING, event_type: 'ping' } },
  testWebhookEndpoint: { response: { ...WAITING, event_type: 'ping' } },
  redeliverWebhookEvent: { response: WAITING },
};
