import { describe, expect, test } from 'vitest';
import { ConsentState, Session, SessionStatus } from './session.ts';

const session = {
  id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
  status: 'created',
  operator_email: 'operator@example.com',
  scheduled_for: null,
  started_at: null,
  ended_at: null,
  notes: '',
  locale: 'de',
  consent_state: { camera: 'pending', gps: 'granted' },
  campaign: null,
  created_at: '2026-11-20T14:30:00.000Z',
  updated_at: '2026-11-20T14:30:00.000Z',
};

describe('Session', () => {
  test('has the fields of specification 2.1, and no other', () => {
    expect(Object.keys(Session.shape)).toEqual(Object.keys(session));
    expect(Session.parse(session)).toEqual(session);
  });

  test.each(Object.keys(session))('%s is always there', (field) => {
    expect(Session.safeParse({ ...session, [field]: undefined }).success).toBe(false);
  });

  test.each(['scheduled_for', 'started_at', 'ended_at'])('%s is a timestamp or null', (field) => {
    expect(Session.safeParse({ ...session, [field]: '2026-11-20T14:30:00.000Z' }).success).toBe(true);
    expect(Session.safeParse({ ...session, [field]: '' }).success).toBe(false);
  });

  test('drops what is not a field, so that a column can not leak', () => {
    expect(Session.parse({ ...session, organisation_id: 'secret' })).toEqual(session);
  });
});

test('the states are those of specification 3.1', () => {
  expect(SessionStatus.options).toEqual(['created', 'open', 'recording', 'closed', 'expired']);
});

test('consent is asked for the camera and for the position, each on its own', () => {
  expect(ConsentState.safeParse({ camera: 'denied', gps: 'revoked' }).success).toBe(true);
  expect(ConsentState.safeParse({ camera: 'yes', gps: 'granted' }).success).toBe(false);
  expect(ConsentState.safeParse({ camera: 'granted' }).success).toBe(false);
});
