import { expect, test } from 'vitest';
import { deriveInviteStatus, isLocked } from './invites.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const pending = {
  revoked_at: null,
  joined_at: null,
  otp_attempts: 0,
  expires_at: new Date('2026-11-20T12:00:00.001Z'),
};

test.each([
  ['pending', {}, false],
  ['pending', { otp_attempts: 4 }, false],
  ['locked', { otp_attempts: 5 }, false],
  ['expired', { expires_at: now }, false],
  ['expired', { expires_at: now, otp_attempts: 5 }, false],
  ['expired', {}, true],
  ['joined', { joined_at: now }, false],
  ['joined', { joined_at: now, otp_attempts: 5 }, false],
  ['joined', { joined_at: now, expires_at: now }, true],
  ['revoked', { revoked_at: now, joined_at: now, otp_attempts: 5, expires_at: now }, true],
])('%s: %j, session ended: %j', (status, change, hasSessionEnded) => {
  expect(deriveInviteStatus({ ...pending, ...change }, { now, hasSessionEnded })).toBe(status);
});

test('an invite whose fifth code was right is not locked', () => {
  expect(isLocked({ joined_at: null, otp_attempts: 5 })).toBe(true);
  expect(isLocked({ joined_at: now, otp_attempts: 5 })).toBe(false);
});
