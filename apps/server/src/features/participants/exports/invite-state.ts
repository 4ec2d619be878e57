import type { InviteStatus } from '@field-inspection/contract';
import type { Participant } from '#prisma';
import { MAX_OTP_ATTEMPTS } from './one-time-code.ts';

type Standing = Pick<Participant, 'revoked_at' | 'joined_at' | 'otp_attempts' | 'expires_at'>;

/** Five codes were evaluated and none was right; one that was right leaves `joined_at`. */
export const isLocked = (invite: Pick<Standing, 'joined_at' | 'otp_attempts'>): boolean =>
  invite.joined_at === null && invite.otp_attempts >= MAX_OTP_ATTEMPTS;

/**
 * So many entries of the audit chain the devices of one issue may make by joining and by granting consent: a phone that
 * is reloaded every ten minutes has enough for a week. The chain of a session can't grow without end by one link.
 */
export const MAX_ENTRIES = 1_000;

/** Where an invite stands. Of several reasons why nobody can join with it, the one that joining would name. */
export const deriveInviteStatus = (
  invite: Standing,
  { now, hasSessionEnded }: { now: Date; hasSessionEnded: boolean },
): InviteStatus => {
  if (invite.revoked_at) return 'revoked';
  if (invite.joined_at) return 'joined';
  if (hasSessionEnded || invite.expires_at <= now) return 'expired';
  return isLocked(invite) ? 'locked' : 'pending';
};
