import { describe, expect, test } from 'vitest';
import { isWorthSending } from './is-worth-sending.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const later = new Date('2026-11-20T12:00:00.001Z');

describe('an invite and its code', () => {
  const message = {
    kind: 'otp' as const,
    expires_at: later,
    session_status: 'created',
    scheduled_for: null,
    invite: { is_over: false },
    signature: null,
    endpoint: null,
  };

  test.each([
    [true, {}],
    [true, { session_status: 'open' }],
    [true, { session_status: 'recording' }],
    [true, { scheduled_for: now }],
    [false, { expires_at: now }],
    [false, { session_status: 'closed' }],
    [false, { session_status: 'expired' }],
    [false, { invite: { is_over: true } }],
  ])('%j with %j', (worth, change) => {
    expect(isWorthSending({ ...message, ...change }, now)).toBe(worth);
  });
});

describe('a reminder', () => {
  const message = {
    kind: 'reminder_invitee_1h' as const,
    expires_at: later,
    session_status: 'created',
    scheduled_for: new Date(later),
    invite: { is_over: false },
    signature: null,
    endpoint: null,
  };

  test.each([
    [true, {}],
    [true, { kind: 'reminder_operator_24h' as const, invite: null }],
    [false, { expires_at: now, scheduled_for: now }],
    [false, { scheduled_for: null }],
    [false, { scheduled_for: new Date('2026-11-27T12:00:00.000Z') }],
    [false, { session_status: 'open' }],
    [false, { session_status: 'closed' }],
    [false, { invite: { is_over: true } }],
  ])('%j with %j', (worth, change) => {
    expect(isWorthSending({ ...message, ...change }, now)).toBe(worth);
  });
});

describe('a request to sign, and its code', () => {
  const message = {
    kind: 'signature_otp' as const,
    expires_at: later,
    session_status: 'closed',
    scheduled_for: null,
    invite: null,
    signature: { is_over: false },
    endpoint: null,
  };

  test.each([
    [true, {}],
    [true, { kind: 'signature_request' as const }],
    [false, { expires_at: now }],
    [false, { signature: { is_over: true } }],
  ])('%j with %j', (worth, change) => {
    expect(isWorthSending({ ...message, ...change }, now)).toBe(worth);
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

  test.each([
    [true, {}],
    [false, { endpoint: { active: true, failing_since: null } }],
    [false, { endpoint: { active: false, failing_since: null } }],
  ])('%j with %j', (worth, change) => {
    expect(isWorthSending({ ...message, ...change }, now)).toBe(worth);
  });
});
