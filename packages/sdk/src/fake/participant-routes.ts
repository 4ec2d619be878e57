import type { Invite, MintedInvite } from '../resources/participants.ts';
import { email, flag, text, whole } from './fake-fields.ts';
import { FakeRefusal, refuseField, refuseMissing } from './fake-refusal.ts';
import { type FakeInput, type FakeRoute, pageFields } from './fake-route.ts';
import type { FakeInvite, FakeState } from './fake-state.ts';
import { listFakePage } from './list-fake-page.ts';
import { findLiveSession, findSession } from './session-routes.ts';

const body = {
  fields: {
    recipient_first_name: text(100),
    recipient_last_name: text(100),
    recipient_email: email,
    recipient_phone: text(32),
    send_email: flag,
    ttl_minutes: whole(1, 10_080),
  },
};
const OTP_TTL_MS = 600_000;

/** `/sessions/{id}/participants` and what is below. */
export const participantRoutes: readonly FakeRoute[] = [
  { method: 'POST', path: 'sessions/*/participants', status: 201, body, run: mintInvite },
  {
    method: 'GET',
    path: 'sessions/*/participants',
    status: 200,
    query: { fields: pageFields },
    run: listInvites,
  },
  { method: 'POST', path: 'sessions/*/participants/*/reissue', status: 200, run: reissueInvite },
  { method: 'DELETE', path: 'sessions/*/participants/*', status: 204, run: revokeInvite },
];

/** The invite as the API shows it; of several reasons why nobody can join with it, the strongest. */
export function viewInvite(state: FakeState, invite: FakeInvite): Invite {
  const { ttlMinutes: _ttlMinutes, isRevoked: _isRevoked, ...shown } = invite;
  return { ...shown, status: deriveStatus(state, invite) };
}

function deriveStatus(state: FakeState, invite: FakeInvite): Invite['status'] {
  if (invite.isRevoked) return 'revoked';
  if (invite.joined_at) return 'joined';
  const hasEnded = ['closed', 'expired'].includes(findSession(state, invite.session).status);
  return hasEnded || new Date(invite.expires_at) <= state.now() ? 'expired' : 'pending';
}

function mintInvite(state: FakeState, { ids, body: given }: FakeInput): MintedInvite {
  const recipient = {
    recipient_first_name: '',
    recipient_last_name: '',
    recipient_email: '',
    ...(given as Partial<Invite>),
    recipient_phone: readPhone((given['recipient_phone'] as string | undefined) ?? ''),
  };
  const {
    ttl_minutes: ttlMinutes = 1_440,
    send_email: sendEmail,
    ...names
  } = recipient as typeof recipient & {
    ttl_minutes?: number;
    send_email?: boolean;
  };
  if (sendEmail && names.recipient_email === '') {
    throw refuseField(
      'send_email',
      'custom',
      'needs recipient_email: there is no address to send the link to',
    );
  }
  const session = findLiveSession(state, ids[0]);
  const invite: FakeInvite = {
    id: crypto.randomUUID(),
    session: session.id,
    role: 'field',
    expires_at: '',
    ...names,
    otp_required: names.recipient_email !== '' || names.recipient_phone !== '',
    otp_expires_at: null,
    joined_at: null,
    created_at: state.now().toISOString(),
    ttlMinutes,
    isRevoked: false,
  };
  return issueInvite(state, invite);
}

function listInvites(state: FakeState, { ids, query }: FakeInput) {
  const session = findSession(state, ids[0]);
  const page = listFakePage(state, {
    items: state.invites.values(),
    list: `participants ${session.id}`,
    query,
    matches: (invite) => invite.session === session.id,
  });
  return { ...page, data: page.data.map((invite) => viewInvite(state, invite)) };
}

function reissueInvite(state: FakeState, { ids }: FakeInput): MintedInvite {
  const invite = findInvite(state, ids);
  findLiveSession(state, ids[0]);
  if (!invite.isRevoked) return issueInvite(state, { ...invite, joined_at: null });
  throw new FakeRefusal('invite_expired', 'The invite is revoked. Mint a new one for the same person.');
}

function revokeInvite(state: FakeState, { ids }: FakeInput): void {
  const invite = findInvite(state, ids);
  state.invites.set(invite.id, { ...invite, isRevoked: true });
}

/** Gives a new link, and a code where there is a channel for it. */
function issueInvite(state: FakeState, invite: FakeInvite): MintedInvite {
  const nowMs = state.now().getTime();
  const issued = {
    ...invite,
    expires_at: new Date(nowMs + invite.ttlMinutes * 60_000).toISOString(),
    otp_expires_at: invite.otp_required ? new Date(nowMs + OTP_TTL_MS).toISOString() : null,
  };
  state.invites.set(issued.id, issued);
  const token = crypto.randomUUID().replaceAll('-', '');
  return {
    ...viewInvite(state, issued),
    join_url: `${state.baseUrl}/join/${issued.session}#${token}`,
    otp_code: issued.otp_required
      ? String(100_000 + (Number.parseInt(token.slice(0, 8), 16) % 900_000))
      : null,
  };
}

function findInvite({ invites }: FakeState, [sessionId, inviteId]: readonly string[]): FakeInvite {
  const invite = invites.get(inviteId ?? '');
  if (invite?.session !== sessionId) throw refuseMissing();
  return invite!;
}

function readPhone(given: string): string {
  const phone = given.replace(/[\s().-]/g, '').replace(/^00/, '+');
  if (given === '' || /^\+[1-9]\d{6,14}$/.test(phone)) return phone;
  throw refuseField(
    'recipient_phone',
    'custom',
    'must be a phone number with its country code, such as +39 333 123 4567',
  );
}
