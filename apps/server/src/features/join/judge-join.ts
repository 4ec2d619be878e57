import type { SessionStatus } from '@field-inspection/contract';
import { moveSession } from '@field-inspection/rules';
import type { Participant } from '#prisma';
import { isLocked, MAX_ENTRIES } from '../participants/exports/invite-state.ts';

/** What an invite's row tells about joining with it. */
export type JoinableInvite = Pick<
  Participant,
  | 'issue'
  | 'expires_at'
  | 'revoked_at'
  | 'joined_at'
  | 'otp_hmac'
  | 'otp_expires_at'
  | 'otp_attempts'
  | 'entries'
>;

export type JoinRefusal =
  'invite_expired' | 'otp_locked' | 'invite_redeemed' | 'otp_expired' | 'otp_required';

/** Refused with a code; or let in, at once or after the code is found right; or back on its own device. */
export type JoinVerdict = JoinRefusal | 'verify_code' | 'admit' | 'readmit';

/**
 * Judges a call of the join, in the order 410, 423, 409, 401: a caller learns of the code only while the
 * code could still let somebody in.
 */
export const judgeJoin = ({
  invite,
  tokenIssue,
  sessionStatus,
  isPinnedDevice,
  hasCode,
  now,
}: {
  invite: JoinableInvite;
  /** The issue that the token belongs to. */
  tokenIssue: number;
  sessionStatus: SessionStatus;
  /** Whether the caller is the device that redeemed the invite. */
  isPinnedDevice: boolean;
  hasCode: boolean;
  now: Date;
}): JoinVerdict => {
  const isReplaced = tokenIssue !== invite.issue;
  const hasEnded = !moveSession(sessionStatus, 'join').ok;
  const isUsedUp = invite.entries >= MAX_ENTRIES;
  if (isReplaced || hasEnded || isUsedUp || invite.revoked_at || invite.expires_at <= now) {
    return 'invite_expired';
  }
  if (isLocked(invite)) return 'otp_locked';
  if (invite.joined_at) return isPinnedDevice ? 'readmit' : 'invite_redeemed';
  if (!invite.otp_hmac) return 'admit';
  if (!invite.otp_expires_at || invite.otp_expires_at <= now) return 'otp_expired';
  return hasCode ? 'verify_code' : 'otp_required';
};
