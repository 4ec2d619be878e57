import { describe, expect, test } from 'vitest';
import {
  CreateSessionBody,
  ListSessionsQuery,
  Session,
  sessions,
  SessionStatus,
  UpdateSessionBody,
} from './sessions.ts';
import { ConsentState } from './consents.ts';

const session = {
  id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
  status: 'created',
  operator_email: 'operator@example.com',
  scheduled_for: null,
  started_at: null,
  ended_at: null,
  notes: '',
  type: 'property_claim',
  reference: 'CLM-2026-00417',
  site_address: 'Via Torino 12, 20123 Milano',
  metadata: { order: '4711' },
  shots: [{ slot: 'roof', label: { de: 'Das Dach' }, required: true, hint: {} }],
  contact: { name: 'Eva Brandt', phone: '112', email: '' },
  report_recipients: [{ name: 'Eva Brandt', email: 'eva@example.com' }],
  locale: 'de',
  consent_state: { camera: 'pending', gps: 'granted' },
  unsent_items: 3,
  campaign: null,
  template: null,
  template_version: null,
  outcome: null,
  report: null,
  on_hold: false,
  redacted_at: null,
  created_at: '2026-11-20T14:30:00.000Z',
  updated_at: '2026-11-20T14:30:00.000Z',
};

describe('Session', () => {
  test('has these fields, and no other', () => {
    expect(Object.keys(Session.shape)).toEqual(Object.keys(session));
    expect(Session.parse(session)).toEqual(session);
  });

  test.each(Object.keys(session))('%s is always there', (field) => {
    expect(Session.safeParse({ ...session, [field]: undefined }).success).toBe(false);
  });

  test.each(['scheduled_for', 'started_at', 'ended_at', 'redacted_at'])(
    '%s is a timestamp or null',
    (field) => {
      expect(Session.safeParse({ ...session, [field]: '2026-11-20T14:30:00.000Z' }).success).toBe(true);
      expect(Session.safeParse({ ...session, [field]: '' }).success).toBe(false);
    },
  );

  test('drops what is not a field, so that a column can not leak', () => {
    expect(Session.parse({ ...session, organisation_id: 'secret' })).toEqual(session);
  });
});

test('the states are these five', () => {
  expect(SessionStatus.options).toEqual(['created', 'open', 'recording', 'closed', 'expired']);
});

test('consent is asked for the camera and for the position, each on its own', () => {
  expect(ConsentState.safeParse({ camera: 'denied', gps: 'revoked' }).success).toBe(true);
  expect(ConsentState.safeParse({ camera: 'yes', gps: 'granted' }).success).toBe(false);
  expect(ConsentState.safeParse({ camera: 'granted' }).success).toBe(false);
});

const CAMPAIGN = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

describe('the body that creates a session', () => {
  test('takes these fields, none of them required', () => {
    expect(Object.keys(CreateSessionBody.shape)).toEqual([
      'notes',
      'type',
      'reference',
      'site_address',
      'metadata',
      'shots',
      'contact',
      'report_recipients',
      'scheduled_for',
      'locale',
      'campaign',
      'template',
    ]);
    expect(CreateSessionBody.parse({})).toEqual({});
  });

  test('may be absent as a whole', () => {
    expect(sessions.create.body.safeParse(undefined).success).toBe(true);
  });

  test('gives the locale that a variant stands for', () => {
    const body = {
      notes: 'Roof',
      scheduled_for: '2026-11-21T08:00:00+01:00',
      locale: 'pt-BR',
      campaign: CAMPAIGN,
    };
    expect(CreateSessionBody.parse(body)).toEqual({ ...body, locale: 'pt' });
  });

  test('takes null where a field can be without a value', () => {
    expect(CreateSessionBody.parse({ scheduled_for: null, campaign: null })).toEqual({
      scheduled_for: null,
      campaign: null,
    });
    expect(CreateSessionBody.safeParse({ notes: null }).success).toBe(false);
    expect(CreateSessionBody.safeParse({ locale: null }).success).toBe(false);
  });

  test.each([
    [{ notes: 'a'.repeat(4001) }],
    [{ notes: 7 }],
    [{ scheduled_for: 'tomorrow' }],
    [{ scheduled_for: '2026-02-30T10:00:00Z' }],
    [{ locale: 'xx' }],
    [{ campaign: 'roofs' }],
    [{ template: 'roofs' }],
    [{ template_version: 1 }],
    [{ status: 'open' }],
  ])('refuses %j', (body) => {
    expect(CreateSessionBody.safeParse(body).success).toBe(false);
  });
});

describe('the body that changes a session', () => {
  test('can change what creation sets but the template that it began with, and nothing else', () => {
    const { template: _, ...changeable } = CreateSessionBody.shape;
    expect(Object.keys(UpdateSessionBody.shape)).toEqual(Object.keys(changeable));
  });

  test('tells null, which clears, from absence, which keeps', () => {
    expect(UpdateSessionBody.parse({ scheduled_for: null })).toEqual({ scheduled_for: null });
    expect(UpdateSessionBody.parse({})).toEqual({});
  });

  test('must be there', () => {
    expect(UpdateSessionBody.safeParse(undefined).success).toBe(false);
  });
});

describe('the filters of the list', () => {
  test('are all taken together', () => {
    const query = {
      limit: '10',
      cursor: 'eyJ2IjoxfQ',
      status: 'closed',
      campaign: CAMPAIGN,
      reference: 'CLM-2026-00417',
      metadata: { order: '4711', branch: 'Milano 2', 'a.b-c_d': '' },
      created_after: '2026-11-01T00:00:00Z',
      created_before: '2026-12-01T00:00:00+01:00',
    };
    expect(ListSessionsQuery.parse(query)).toEqual({ ...query, limit: 10 });
  });

  test.each([
    [{ status: 'pending' }],
    [{ status: '' }],
    [{ campaign: '' }],
    [{ created_after: '2026-11-01' }],
    [{ status: ['open', 'closed'] }],
    [{ state: 'open' }],
    [{ reference: '' }],
    [{ reference: ['a', 'b'] }],
    [{ metadata: '4711' }],
    [{ metadata: { order: ['4711', '4712'] } }],
    [{ metadata: { 'order id': '4711' } }],
    [{ metadata: { a: '1', b: '2', c: '3', d: '4' } }],
  ])('refuse %j', (query) => {
    expect(ListSessionsQuery.safeParse(query).success).toBe(false);
  });
});

test('a recording starts and stops on one path', () => {
  expect(sessions.stopRecording.path).toBe(sessions.startRecording.path);
  expect([sessions.startRecording.method, sessions.stopRecording.method]).toEqual(['POST', 'DELETE']);
});
