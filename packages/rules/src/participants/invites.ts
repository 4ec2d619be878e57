import type { InviteStatus } from '@field-inspection/contract';
import type { Actor, Fact, Instant, Effects } from '../effects.ts';
import { Refusal } from '../refusal.ts';

/** Codes that are evaluated for an invite, or a request to sign. */
export const MAX_OTP_ATTEMPTS = 5;

/**
 * Entries of the audit chain that devices may make by one link, by joining and granting consent: enough for a week of
 * reloads every ten minutes. The bound keeps a chain from growing without end.
 */
export const MAX_ENTRIES = 1_000;

export const noMoreEntries = (): Refusal =>
  new Refusal(
    'quota_reached',
    `This link has made ${MAX_ENTRIES} entries of the audit chain, as many as it may. Ask the operator for a new link.`,
  );

type Standing = {
  revoked_at: Instant | null;
  joined_at: Instant | null;
  otp_attempts: number;
  expires_at: Instant;
};

/** All codes were evaluated and none was right: a right one sets `joined_at`. */
export const isLocked = (invite: Pick<Standing, 'joined_at' | 'otp_attempts'>): boolean =>
  invite.joined_at === null && invite.otp_attempts >= MAX_OTP_ATTEMPTS;

/** If several reasons speak against joining, the status has the one that the join names. */
export const deriveInviteStatus = (
  invite: Standing,
  { now, hasSessionEnded }: { now: Date; hasSessionEnded: boolean },
): InviteStatus => {
  if (invite.revoked_at) return 'revoked';
  if (invite.joined_at) return 'joined';
  if (hasSessionEnded || new Date(invite.expires_at) <= now) return 'expired';
  return isLocked(invite) ? 'locked' : 'pending';
};

export const requireUnrevoked = ({ revoked_at }: { revoked_at: unknown }): void => {
  if (revoked_at)
    throw new Refusal('invite_expired', 'The invite is revoked. Mint a new one for the same person.');
};

export type Recipient = {
  recipient_first_name: string;
  recipient_last_name: string;
  recipient_email: string;
  recipient_phone: string;
  send_email: boolean;
  send_sms: boolean;
  send_code: boolean;
};

type Addresses = Pick<Recipient, 'recipient_email' | 'recipient_phone'>;

export const listChannels = ({ recipient_email, recipient_phone }: Addresses) => [
  ...(recipient_email ? [{ channel: 'email' as const, recipient: recipient_email }] : []),
  ...(recipient_phone ? [{ channel: 'sms' as const, recipient: recipient_phone }] : []),
];

/** A code needs a channel apart from the link's. */
export const needsCode = (addresses: Addresses): boolean => listChannels(addresses).length > 0;

/** Link and code never share a message: whoever reads one has half of what joining takes. */
export const listInviteMessages = (invite: Recipient) => {
  const channels = listChannels(invite);
  const links = channels
    .filter(({ channel }) => (channel === 'sms' ? invite.send_sms : invite.send_email))
    .map((to) => ({ kind: 'invite' as const, ...to }));
  const codes = invite.send_code ? channels.map((to) => ({ kind: 'otp' as const, ...to })) : [];
  return [...links, ...codes];
};

export const factOfInvite = (
  kind: 'participant.invited' | 'participant.reissued',
  invite: Recipient & { id: string; role: string; issue: number; expires_at: Instant },
  actor: Actor | undefined,
): Fact => ({
  kind,
  payload: {
    ...actor,
    participant_id: invite.id,
    role: invite.role,
    issue: invite.issue,
    otp_required: needsCode(invite),
    channels: invite.send_code ? listChannels(invite).map(({ channel }) => channel) : [],
    send_email: invite.send_email,
    send_sms: invite.send_sms,
    expires_at: new Date(invite.expires_at).toISOString(),
  },
  personal: {
    recipient: {
      first_name: invite.recipient_first_name,
      last_name: invite.recipient_last_name,
      email: invite.recipient_email,
      phone: invite.recipient_phone,
    },
  },
});

/**
 * The invite's link, code and tokens are dead after that. Gives undefined for a revoked invite. An ended session's
 * chain takes no entry, as its invites let nobody in any more.
 */
export const revokeInvite = (
  invite: { id: string; issue: number; revoked_at: Instant | null },
  { isLive, now, actor }: { isLive: boolean; now: Date; actor: Actor | undefined },
): Effects<{ revoked_at: Date }> | undefined => {
  if (invite.revoked_at) return undefined;
  const payload = { ...actor, participant_id: invite.id, issue: invite.issue };
  return { changes: { revoked_at: now }, facts: isLive ? [{ kind: 'participant.revoked', payload }] : [] };
};
