export const CAMPAIGN_ID = '019a9f60-7b21-7d09-9e5c-6a4f1d8b2c05';
export const TEMPLATE_ID = '019a9f61-2c4e-7b18-a3d7-8e5f0c1b6d0b';
export const REPORT_ID = '019a9f88-0f7d-7b42-95c6-7d3e2a8b1c0a';
export const INVITE = {
  id: '019a9f6e-9d14-7c35-a1f0-2b8e4c7d6f02',
  status: 'pending',
  expires_at: '2026-11-22T14:30:00.000Z',
  otp_expires_at: '2026-11-20T14:40:00.000Z',
  joined_at: null,
  done_at: null,
};
export const ENDPOINT = {
  id: '019a9f70-11c2-7e48-b6d3-90a1f5e2c803',
  description: 'Production',
  event_types: ['session.joined', 'session.completed'],
  active: true,
  paused_reason: null,
  paused_at: null,
};
export const OTHER_ENDPOINT = { id: '019a9f70-5b04-7c1e-9a2d-4f8e6b1c3d09' };
export const DELIVERY = {
  id: '019a9f72-58e6-7f10-8d24-3c6b9e1a7f04',
  endpoint: ENDPOINT.id,
  status: 'delivered',
  response_status: 204,
  attempt_count: 1,
  delivered_at: '2026-11-20T14:35:01.000Z',
  created_at: '2026-11-20T14:35:00.000Z',
  event: '019a9f6f-2b48-7a96-8e05-1c9d4f7b6a0e',
  sequence: 42,
  fetched_at: null,
};
export const UNDELIVERED = { status: 'failed', response_status: null, delivered_at: null };
export const WAITING = { status: 'pending', response_status: null, delivered_at: null, attempt_count: 0 };
export const EVENT = {
  id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
  organisation_id: '019a9e11-4f3d-7a60-8b92-1e7d5c3a9f06',
  endpoint: ENDPOINT.id,
  sequence: 42,
};
export const NOBODY_JOINED = {
  started_at: null,
  redacted_at: null,
  consent_state: { camera: 'pending', gps: 'pending' },
  outcome: null,
  report: null,
  updated_at: '2026-11-20T14:30:00.000Z',
};

export const EVIDENCE = {
  id: '019a9f6e-6a1f-7c02-9d55-0c7a1e2b3f07',
  kind: 'photo',
  status: 'ready',
  captured_at: '2026-11-20T14:36:08.000Z',
  received_at: '2026-11-20T14:36:10.000Z',
  created_at: '2026-11-20T14:36:09.000Z',
  annotates: null,
  whiteboard: null,
  version: null,
  finding: null,
  failure: null,
};
export const LIVE_SESSION = {
  status: 'open',
  scheduled_for: null,
  started_at: '2026-11-20T14:35:00.000Z',
  ended_at: null,
  consent_state: { camera: 'granted', gps: 'granted' },
  campaign: null,
  template: null,
  template_version: null,
  outcome: null,
  report: null,
  redacted_at: null,
  updated_at: '2026-11-20T14:35:00.000Z',
};
export const ENDED_SESSION = {
  ...LIVE_SESSION,
  status: 'closed',
  ended_at: '2026-11-20T15:05:00.000Z',
  updated_at: '2026-11-20T15:05:00.000Z',
};
export const COMPLETED_SESSION = {
  ...ENDED_SESSION,
  report: { id: REPORT_ID, status: 'ready', ready_at: '2026-11-20T15:06:00.000Z' },
  updated_at: '2026-11-20T15:06:00.000Z',
};
export const OUTCOME = {
  outcome: { outcome: 'accepted', note: 'The roof is as described.', set_at: '2026-11-20T15:30:00.000Z' },
  updated_at: '2026-11-20T15:30:00.000Z',
};
export const REDACTED_SESSION = {
  ...COMPLETED_SESSION,
  notes: '',
  type: '',
  reference: '',
  site_address: '',
  metadata: {},
  shots: [],
  redacted_at: '2027-02-01T09:00:00.000Z',
  updated_at: '2027-02-01T09:00:00.000Z',
};
export const RECORDING = {
  ...EVIDENCE,
  id: '019a9f6e-7c33-7d58-a94b-2e6f8d1c5b0c',
  captured_at: '2026-11-20T14:38:00.000Z',
  created_at: '2026-11-20T14:38:01.000Z',
  received_at: '2026-11-20T15:06:40.000Z',
  kind: 'recording',
  mime: 'video/webm',
  byte_size: 48_210_331,
  slot: '',
  gps: null,
  width: null,
  height: null,
};

export const SIGNATURE = {
  id: '019a9f8a-2c40-7a11-b3d8-5e7f9a1c0d08',
  report: REPORT_ID,
  status: 'signed',
  failure: null,
  created_at: '2026-11-20T15:10:00.000Z',
  expires_at: '2026-12-04T15:10:00.000Z',
  signed_at: '2026-11-20T15:20:00.000Z',
};
export const UNSIGNED = { status: 'pending', certificate_subject: null, failure: null, signed_at: null };

export const ANCHOR = { status: 'anchored', demo: false, gen_time: '2026-11-20T15:05:02.000Z', error: null };

export const SIGNATURE_DRAWING = {
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

// People who try the service send this sample as it is: a date would grow old, and a new organisation has no campaign.
export const FIRST_SESSION = {
  notes: 'Roof, north side',
  type: 'property_claim',
  reference: 'CLM-2026-00417',
  metadata: { order: '4711', branch: 'Milano 2' },
  locale: 'de',
};

// No callbacks: a URL must be the reader's own, and callbacks need another scope of the key.
export const FIRST_INSPECTION = {
  type: FIRST_SESSION.type,
  reference: FIRST_SESSION.reference,
  metadata: FIRST_SESSION.metadata,
  participant: { name: 'Ada Rossi', channel: 'email', email: 'ada@example.com' },
};

// A pull endpoint works for everybody: a push needs a URL of the reader's own, which answers the ping.
export const FIRST_ENDPOINT = {
  kind: 'pull',
  description: ENDPOINT.description,
  event_types: ENDPOINT.event_types,
};
