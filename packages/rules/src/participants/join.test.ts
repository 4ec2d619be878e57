import { SESSION_STATUSES } from '@field-inspection/contract/plain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_ENTRIES } from './invites.ts';
import { judgeJoin } from './join.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const later = new Date('2026-11-20T12:00:00.001Z');
const bytes = new Uint8Array(32);

const invite = {
  issue: 1,
  expires_at: later,
  revoked_at: null,
  joined_at: null,
  otp_hmac: bytes,
  otp_expires_at: later,
  otp_attempts: 0,
  entries: 0,
};
const call = {
  invite,
  tokenIssue: 1,
  sessionStatus: 'created',
  isPinnedDevice: false,
  hasCode: true,
  now,
} as const;

describe('one call at a time', () => {
  test.each([
    ['verify_code', {}, {}],
    ['verify_code', { otp_attempts: 4 }, {}],
    ['otp_required', {}, { hasCode: false }],
    ['otp_expired', { otp_expires_at: now }, {}],
    ['otp_expired', { otp_expires_at: now }, { hasCode: false }],
    ['admit', { otp_hmac: null, otp_expires_at: null }, { hasCode: false }],
    ['admit', { otp_hmac: null, otp_expires_at: null }, { sessionStatus: 'recording' as const }],
    ['readmit', { joined_at: now }, { isPinnedDevice: true, hasCode: false }],
    ['readmit', { joined_at: now, otp_attempts: 5, otp_expires_at: now }, { isPinnedDevice: true }],
    ['invite_redeemed', { joined_at: now }, {}],
    ['otp_locked', { otp_attempts: 5 }, {}],
    ['otp_locked', { otp_attempts: 5, otp_expires_at: now }, { hasCode: false }],
    ['invite_expired', { expires_at: now }, {}],
    ['invite_expired', { revoked_at: now }, {}],
    ['invite_expired', {}, { tokenIssue: 2 }],
    ['invite_expired', {}, { sessionStatus: 'closed' as const }],
    ['invite_expired', {}, { sessionStatus: 'expired' as const }],
    ['invite_expired', { joined_at: now, expires_at: now }, { isPinnedDevice: true }],
    ['readmit', { joined_at: now, entries: MAX_ENTRIES - 1 }, { isPinnedDevice: true }],
    ['invite_expired', { joined_at: now, entries: MAX_ENTRIES }, { isPinnedDevice: true }],
    ['invite_expired', { joined_at: now, entries: MAX_ENTRIES }, {}],
  ])('%s: invite %j, call %j', (verdict, change, circumstances) => {
    expect(judgeJoin({ ...call, invite: { ...invite, ...change }, ...circumstances })).toBe(verdict);
  });
});

describe('several reasons at once', () => {
  const moment = fc.constantFrom(null, now);
  const anyCall = fc.record({
    invite: fc.record({
      issue: fc.constantFrom(1, 2),
      expires_at: fc.constantFrom(now, later),
      revoked_at: moment,
      joined_at: moment,
      otp_hmac: fc.constantFrom(null, bytes),
      otp_expires_at: fc.constantFrom(null, now, later),
      entries: fc.constantFrom(0, MAX_ENTRIES),
      otp_attempts: fc.nat({ max: 5 }),
    }),
    tokenIssue: fc.constant(1),
    sessionStatus: fc.constantFrom(...SESSION_STATUSES),
    isPinnedDevice: fc.boolean(),
    hasCode: fc.boolean(),
    now: fc.constant(now),
  });

  test('410 comes before 423, 423 before 409, 409 before 401', () => {
    fc.assert(
      fc.property(anyCall, (given) => {
        const { invite, sessionStatus } = given;
        const verdict = judgeJoin(given);
        const isOver =
          ['closed', 'expired'].includes(sessionStatus) ||
          invite.expires_at <= now ||
          invite.entries === MAX_ENTRIES;
        if (isOver || invite.revoked_at || invite.issue !== 1) return verdict === 'invite_expired';
        if (!invite.joined_at && invite.otp_attempts === 5) return verdict === 'otp_locked';
        if (invite.joined_at) return verdict === (given.isPinnedDevice ? 'readmit' : 'invite_redeemed');
        return ['otp_expired', 'otp_required', 'verify_code', 'admit'].includes(verdict);
      }),
    );
  });

  test('nobody gets in anew but without a code requirement, and no sixth code is ever judged', () => {
    fc.assert(
      fc.property(anyCall, (given) => {
        const verdict = judgeJoin(given);
        if (verdict === 'admit') return given.invite.otp_hmac === null;
        if (verdict === 'verify_code') return given.invite.otp_attempts < 5 && given.hasCode;
        return true;
      }),
    );
  });
});
