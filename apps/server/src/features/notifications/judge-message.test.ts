import { describe, expect, test } from 'vitest';
import { judgeMessage, worthUntil, type MessageVerdict } from './judge-message.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const later = new Date('2026-11-20T12:00:00.001Z');

describe('an invite and its code', () => {
  const message = {
    kind: 'otp' as const,
    expires_at: later,
    session_status: 'created',
    scheduled_for: null,
    invite: { is_over: false, has_expired: false },
    signature: null,
    endpoint: null,
  };

  test.each<[MessageVerdict, object]>([
    ['send', {}],
    ['send', { session_status: 'open' }],
    ['send', { session_status: 'recording' }],
    ['send', { scheduled_for: now }],
    ['late', { expires_at: now }],
    ['late', { kind: 'invite' as const, expires_at: now, invite: { is_over: false, has_expired: true } }],
    ['void', { session_status: 'closed' }],
    ['void', { session_status: 'expired' }],
    ['void', { expires_at: now, invite: { is_over: true, has_expired: true } }],
    ['void', { invite: { is_over: true, has_expired: false } }],
  ])('%s: %j', (verdict, change) => {
    expect(judgeMessage({ ...message, ...change }, now)).toBe(verdict);
  });
});

describe('a reminder', () => {
  const message = {
    kind: 'reminder_invitee_1h' as const,
    expires_at: later,
    session_status: 'created',
    scheduled_for: new Date(later),
    invite: { is_over: false, has_expired: false },
    signature: null,
    endpoint: null,
  };

  test.each<[MessageVerdict, object]>([
    ['send', {}],
    ['send', { kind: 'reminder_operator_1h' as const, invite: null }],
    ['late', { kind: 'reminder_invitee_24h' as const }],
    ['late', { kind: 'reminder_operator_24h' as const, invite: null }],
    ['late', { invite: { is_over: false, has_expired: true } }],
    ['late', { expires_at: now, scheduled_for: now }],
    ['void', { scheduled_for: null }],
    ['void', { scheduled_for: new Date('2026-11-27T12:00:00.000Z') }],
    ['void', { session_status: 'open' }],
    ['void', { session_status: 'closed' }],
    ['void', { invite: { is_over: true, has_expired: false } }],
  ])('%s: %j', (verdict, change) => {
    expect(judgeMessage({ ...message, ...change }, now)).toBe(verdict);
  });
});

describe('a cancellation', () => {
  const message = {
    kind: 'invite_cancelled' as const,
    expires_at: later,
    session_status: 'closed',
    scheduled_for: new Date(later),
    invite: { is_over: false, has_expired: true },
    signature: null,
    endpoint: null,
  };

  test.each<[MessageVerdict, object]>([
    ['send', {}],
    ['send', { session_status: 'created', scheduled_for: null }],
    ['send', { session_status: 'created', invite: { is_over: true, has_expired: false } }],
    ['send', { session_status: 'created', scheduled_for: new Date('2026-11-27T12:00:00.000Z') }],
    ['late', { expires_at: now }],
    ['void', { session_status: 'created' }],
  ])('%s: %j', (verdict, change) => {
    expect(judgeMessage({ ...message, ...change }, now)).toBe(verdict);
  });
});

test('a reminder of 24 hours is worth sending until that of one hour is due, all else as long as it says', () => {
  const expires_at = new Date('2026-11-20T14:00:00.000Z');
  const until = (kind: 'otp' | 'reminder_invitee_24h' | 'reminder_invitee_1h') =>
    worthUntil({ kind, expires_at })?.toISOString().slice(11, 16);
  expect([until('otp'), until('reminder_invitee_1h'), until('reminder_invitee_24h')]).toEqual([
    '14:00',
    '14:00',
    '13:00',
  ]);
});

describe('a request to sign, and its code', () => {
  const message = {
    kind: 'signature_otp' as const,
    expires_at: later,
    session_status: 'closed',
    scheduled_for: null,
    invite: null,
    signature: { is_over: false, has_expired: false },
    endpoint: null,
  };

  test.each<[MessageVerdict, object]>([
    ['send', {}],
    ['send', { kind: 'signature_request' as const }],
    ['late', { expires_at: now }],
    ['late', { signature: { is_over: false, has_expired: true } }],
    ['void', { signature: { is_over: true, has_expired: false } }],
  ])('%s: %j', (verdict, change) => {
    expect(judgeMessage({ ...message, ...change }, now)).toBe(verdict);
  });
});

describe('the notice of a disabled endpoint', () => {
  const failing_since = '2026-11-15T12:00:00.000Z';
  const message = {
    kind: 'endpoint_disabled' as const,
    expires_at: null,
    session_status: null,
    scheduled_for: null,
    invite: null,
    signature: null,
    endpoint: { active: false, failing_since },
  };

  test.each<[MessageVerdict, object]>([
    ['send', {}],
    ['void', { endpoint: { active: true, failing_since: null } }],
    ['void', { endpoint: { active: false, failing_since: null } }],
  ])('%s: %j', (verdict, change) => {
    expect(judgeMessage({ ...message, ...change }, now)).toBe(verdict);
  });
});
