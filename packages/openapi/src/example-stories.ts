import { EMITTED_EVENT_TYPES, EVENTS, type EmittedEventType } from '@field-inspection/contract';

// The contract's examples say what one field looks like; together they tell no story: a session that nobody
// has joined would have ended. What is here makes an example of several fields one that can happen.

/** A part of an example that is told otherwise. */
export type Story = { [field: string]: unknown };

const CAMPAIGN_ID = '019a9f60-7b21-7d09-9e5c-6a4f1d8b2c05';
const PLANNED_FOR = '2026-11-25T09:00:00.000Z';
const INVITE = {
  id: '019a9f6e-9d14-7c35-a1f0-2b8e4c7d6f02',
  status: 'pending',
  expires_at: '2026-11-22T14:30:00.000Z',
  otp_expires_at: '2026-11-20T14:40:00.000Z',
  joined_at: null,
};
const ENDPOINT = {
  id: '019a9f70-11c2-7e48-b6d3-90a1f5e2c803',
  description: 'Production',
  event_types: ['session.joined', 'session.completed'],
  active: true,
  paused_reason: null,
  paused_at: null,
};
const OTHER_ENDPOINT = { id: '019a9f70-5b04-7c1e-9a2d-4f8e6b1c3d09' };
const DELIVERY = {
  id: '019a9f72-58e6-7f10-8d24-3c6b9e1a7f04',
  endpoint: ENDPOINT.id,
  status: 'delivered',
  response_status: 204,
  attempt_count: 1,
  delivered_at: '2026-11-20T14:35:01.000Z',
  created_at: '2026-11-20T14:35:00.000Z',
  sequence: 42,
  fetched_at: null,
};
const UNDELIVERED = { status: 'failed', response_status: null, delivered_at: null };
const WAITING = { status: 'pending', response_status: null, delivered_at: null, attempt_count: 0 };
const EVENT = {
  id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
  organisation_id: '019a9e11-4f3d-7a60-8b92-1e7d5c3a9f06',
  endpoint: ENDPOINT.id,
  sequence: 42,
};
const NOBODY_JOINED = {
  started_at: null,
  consent_state: { camera: 'pending', gps: 'pending' },
  updated_at: '2026-11-20T14:30:00.000Z',
};

const EVIDENCE = {
  id: '019a9f6e-6a1f-7c02-9d55-0c7a1e2b3f07',
  kind: 'photo',
  status: 'ready',
  captured_at: '2026-11-20T14:36:08.000Z',
  received_at: '2026-11-20T14:36:10.000Z',
  created_at: '2026-11-20T14:36:09.000Z',
  annotates: null,
  whiteboard: null,
  version: null,
  failure: null,
};
const LIVE_SESSION = {
  status: 'open',
  scheduled_for: null,
  started_at: '2026-11-20T14:35:00.000Z',
  ended_at: null,
  consent_state: { camera: 'granted', gps: 'granted' },
  campaign: null,
  updated_at: '2026-11-20T14:35:00.000Z',
};
const ENDED_SESSION = {
  ...LIVE_SESSION,
  status: 'closed',
  ended_at: '2026-11-20T15:05:00.000Z',
  updated_at: '2026-11-20T15:05:00.000Z',
};
const RECORDING = {
  ...EVIDENCE,
  kind: 'recording',
  mime: 'video/webm',
  byte_size: 48_210_331,
  slot: '',
  gps: null,
  width: null,
  height: null,
};

const SIGNATURE = {
  id: '019a9f8a-2c40-7a11-b3d8-5e7f9a1c0d08',
  status: 'signed',
  failure: null,
  created_at: '2026-11-20T15:10:00.000Z',
  expires_at: '2026-12-04T15:10:00.000Z',
  signed_at: '2026-11-20T15:20:00.000Z',
};
const UNSIGNED = { status: 'pending', certificate_subject: null, failure: null, signed_at: null };

const SIGNATURE_DRAWING = {
  width: 600,
  height: 200,
  strokes: [
    {
      tool: 'pen',
      color: '#1f2937',
      size: 4,
      points: [
        [40, 120],
        [180, 60, 500],
        [320, 130],
      ],
    },
  ],
};

/** What the example of an event tells beyond its envelope. */
const EVENT_STORIES: { [Type in EmittedEventType]?: Story } = {
  'session.created': { data: { status: 'created', ...NOBODY_JOINED } },
  'session.joined': { created_at: '2026-11-20T14:35:00.000Z' },
  'session.evidence.captured': { created_at: '2026-11-20T14:36:10.000Z' },
  'session.signed': { created_at: '2026-11-20T15:20:00.000Z' },
  'session.anchored': { created_at: '2026-11-20T15:05:03.000Z' },
  'session.expired': {
    created_at: '2026-11-22T09:00:00.000Z',
    data: {
      status: 'expired',
      ...NOBODY_JOINED,
      scheduled_for: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-22T09:00:00.000Z',
    },
  },
  'evidence.created': { created_at: '2026-11-20T14:36:10.000Z' },
  'participant.left': { created_at: '2026-11-20T15:01:00.000Z' },
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

/** What every example of a named schema tells, wherever it is used. */
export const SCHEMA_STORIES: Record<string, Story> = {
  ...Object.fromEntries(
    EMITTED_EVENT_TYPES.map((type) => [EVENTS[type].id, { ...EVENT, ...EVENT_STORIES[type] }]),
  ),
  Session: LIVE_SESSION,
  CreateSessionBody: { scheduled_for: PLANNED_FOR, locale: 'de', campaign: CAMPAIGN_ID },
  SessionJoinedData: {
    status: 'open',
    scheduled_for: null,
    started_at: '2026-11-20T14:35:00.000Z',
    ended_at: null,
    campaign: null,
    updated_at: '2026-11-20T14:35:00.000Z',
    invite: { status: 'joined', joined_at: '2026-11-20T14:35:00.000Z' },
  },
  SessionEvidenceCapturedData: { ...LIVE_SESSION, evidence: EVIDENCE },
  SessionSignedData: ENDED_SESSION,
  SessionAnchoredData: ENDED_SESSION,
  Signature: SIGNATURE,
  RequestedSignature: { ...SIGNATURE, ...UNSIGNED },
  SigningRequest: {
    status: 'pending',
    code_expires_at: '2026-11-20T15:25:00.000Z',
    expires_at: SIGNATURE.expires_at,
  },
  SigningSession: { signing_session_expires_at: '2026-11-20T15:46:00.000Z' },
  SigningView: { status: 'pending', failure: null, signed_at: null, expires_at: SIGNATURE.expires_at },
  Report: { revision_of: null },
  SigningStep: { status: 'signing' },
  Anchor: { status: 'anchored', demo: false, gen_time: '2026-11-20T15:05:02.000Z', error: null },
  EvidenceSummary: { frozen_at: '2026-11-20T15:05:01.000Z' },
  Verification: { frozen_at: '2026-11-20T15:05:01.000Z' },
  Evidence: EVIDENCE,
  CreateSignatureBody: { drawing: SIGNATURE_DRAWING, captured_at: '2026-11-20T15:03:00.000Z' },
  RecordingReadyData: { ...ENDED_SESSION, recording: RECORDING },
  Invite: INVITE,
  MintedInvite: INVITE,
  Campaign: { id: CAMPAIGN_ID },
  Inspection: { status: 'pending', expires_at: '2026-11-21T14:30:00.000Z', completed_at: null },
  CreatedInspection: { expires_at: '2026-11-21T14:30:00.000Z' },
  FieldSession: { status: 'open', scheduled_for: null },
  FieldParticipant: { id: INVITE.id },
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
  CreateWebhookEndpointBody: {
    description: ENDPOINT.description,
    event_types: ENDPOINT.event_types,
  },
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
 * What an operation tells beyond its schemas: a response is merged over theirs, a request stands for itself.
 * Keys are operation ids.
 */
export const OPERATION_STORIES: Record<string, { request?: Story; response?: Story }> = {
  createSession: {
    response: {
      status: 'created',
      ...NOBODY_JOINED,
      scheduled_for: PLANNED_FOR,
      campaign: CAMPAIGN_ID,
    },
  },
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
  startRecording: { response: { status: 'recording', updated_at: '2026-11-20T14:38:00.000Z' } },
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
