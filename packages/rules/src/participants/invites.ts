import type { InviteStatus } from '@field-inspection/contract';
import type { Actor, Fact, Instant, Effects } from '../effects.ts';
import { Refusal } from '../refusal.ts';

/** Codes of an invite, or of a request to sign, that are ever evaluated. */
export const MAX_OTP_ATTEMPTS = 5;

/**
 * Entries of the audit chain that the devices of one issue may make by joining and by granting consent: a phone that is
 * reloaded every ten minutes has enough for a week. The chain of a session can't grow without end by one link.
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

/** Five codes were evaluated and none was right; one that was right leaves `joined_at`. */
export const isLocked = (invite: Pick<Standing, 'joined_at' | 'otp_attempts'>): boolean =>
  invite.joined_at === null && invite.otp_attempts >= MAX_OTP_ATTEMPTS;

/**
 * Derives the status of an invite. Of several reasons why nobody can join with it, the status has the one that joining
 * would name.
 */
export const deriveInviteStatus = (
  invite: Standing,
  { now, hasSessionEnded }: { now: Date; hasSessionEnded: boolean },
): InviteStatus => {
  if (invite.revoked_at) return 'revoked';
  if (invite.joined_at) return 'joined';
  if (hasSessionEnded || new Date(invite.expires_at) <= now) return 'expired';
  return isLocked(invite) ? 'locked' : 'pending';
};

/** Refuses another link, or another request, for an invite that was revoked. */
export const requireUnrevoked = ({ revoked_at }: { revoked_at: unknown }): void => {
  if (revoked_at)
    throw new Refusal('invite_expired', 'The invite is revoked. Mint a new one for the same person.');
};

/** The person that an invite is for, and how the link travels. An absent value is ''; the phone number is E.164. */
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

/** Whether an invite has a code: there is a channel that it can travel on apart from the link. */
export const needsCode = (addresses: Addresses): boolean => listChannels(addresses).length > 0;

/**
 * Lists the messages of a new link. Link and code never share one: whoever reads one of them has half of what joining
 * takes.
 */
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
 * Revokes an invite: its link, its code and the tokens it gave are dead. Undefined where it is revoked already. The chain
 * of a session that has ended takes no entry: its invites let nobody in any more.
 */
export const revokeInvite = (
  invite: { id: string; issue: number; revoked_at: Instant | null },
  { isLive, now, actor }: { isLive: boolean; now: Date; actor: Actor | undefined },
): Effects<{ revoked_at: Date }> | undefined => {
  if (invite.revoked_at) return undefined;
  const payload = { ...actor, participant_id: invite.id, issue: invite.issue };
  return { changes: { revoked_at: now }, facts: isLive ? [{ kind: 'participant.revoked', payload }] : [] };
};
