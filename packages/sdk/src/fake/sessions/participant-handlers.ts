import type { Invite, InviteMessage, MintedInvite } from '@field-inspection/contract';
import { endOfInvite, noSuch, NOTHING_ANSWERED, Refusal, USUAL_TTL_MINUTES } from '@field-inspection/rules';
import type { CreateParticipantBody } from '../../resources/participants.ts';
import { refuseField } from '../front/fake-refusal.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { countFakeMessages } from '../state/count-fake-messages.ts';
import { drawToken } from '../state/draw-token.ts';
import type { FakeInvite, FakeState } from '../state/fake-state.ts';
import { findLiveSession, findSession } from './session-handlers.ts';

export const OTP_TTL_MS = 600_000;

/** How many codes of an invite are ever evaluated. */
export const MAX_OTP_ATTEMPTS = 5;

export const participantHandlers: FakeHandlers<'participants'> = {
  'participants.create': mintInvite,
  'participants.list': listInvites,
  'participants.reissue': reissueInvite,
  'participants.revoke': revokeInvite,
};

/** The invite as the API shows it; of several reasons why nobody can join with it, the strongest. */
export function viewInvite(state: FakeState, invite: FakeInvite): Invite {
  const {
    ttlMinutes: _ttlMinutes,
    sendsEmail: _sendsEmail,
    sendsSms: _sendsSms,
    sendsCode: _sendsCode,
    isRevoked: _isRevoked,
    token: _token,
    otpCode: _otpCode,
    isCodeSent: _isCodeSent,
    otpAttempts: _otpAttempts,
    device: _device,
    ...shown
  } = invite;
  return { ...shown, status: deriveStatus(state, invite) };
}

function deriveStatus(state: FakeState, invite: FakeInvite): Invite['status'] {
  if (invite.isRevoked) return 'revoked';
  if (invite.joined_at) return 'joined';
  const hasEnded = ['closed', 'expired'].includes(findSession(state, invite.session).status);
  if (hasEnded || new Date(invite.expires_at) <= state.now()) return 'expired';
  return invite.otpAttempts >= MAX_OTP_ATTEMPTS ? 'locked' : 'pending';
}

function mintInvite(state: FakeState, { ids, body: given }: FakeInput): MintedInvite {
  const {
    ttl_minutes: ttlMinutes,
    send_email: sendsEmail = false,
    send_sms: sendsSms = false,
    send_code: sendsCode = true,
    ...names
  } = given as CreateParticipantBody;
  const recipient_phone = readPhone(names.recipient_phone ?? '');
  if (sendsEmail && (names.recipient_email ?? '') === '') {
    const message = 'needs recipient_email: there is no address to send the link to';
    throw refuseField('body.send_email', 'invalid_value', message);
  }
  if (sendsSms && recipient_phone === '') {
    const message = 'needs recipient_phone: there is no number to send the link to';
    throw refuseField('body.send_sms', 'invalid_value', message);
  }
  return addInvite(state, ids[0], { ...names, recipient_phone, ttlMinutes, sendsEmail, sendsSms, sendsCode });
}

type Recipient = Partial<
  Pick<Invite, 'recipient_first_name' | 'recipient_last_name' | 'recipient_email' | 'recipient_phone'>
>;

/** Mints an invite to a session that has not ended. */
export function addInvite(
  state: FakeState,
  sessionId: string | undefined,
  {
    ttlMinutes = USUAL_TTL_MINUTES,
    sendsEmail = false,
    sendsSms = false,
    sendsCode = true,
    ...given
  }: { [Name in keyof Recipient]: string | undefined } & {
    ttlMinutes?: number | undefined;
    sendsEmail?: boolean;
    sendsSms?: boolean;
    sendsCode?: boolean | undefined;
  },
): MintedInvite {
  const session = findLiveSession(state, sessionId);
  const { recipient_email = '', recipient_phone = '' } = given;
  return issueInvite(state, {
    id: crypto.randomUUID(),
    session: session.id,
    role: 'field',
    expires_at: '',
    recipient_first_name: given.recipient_first_name ?? '',
    recipient_last_name: given.recipient_last_name ?? '',
    recipient_email,
    recipient_phone,
    otp_required: recipient_email !== '' || recipient_phone !== '',
    otp_expires_at: null,
    joined_at: null,
    created_at: state.now().toISOString(),
    consent_state: NOTHING_ANSWERED,
    messages: [],
    ttlMinutes,
    sendsEmail,
    sendsSms,
    sendsCode,
    isRevoked: false,
    token: '',
    otpCode: null,
    isCodeSent: sendsCode,
    otpAttempts: 0,
    device: null,
  });
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
  if (!invite.isRevoked) return issueInvite(state, invite);
  throw new Refusal('invite_expired', 'The invite is revoked. Mint a new one for the same person.');
}

function revokeInvite(state: FakeState, { ids }: FakeInput): void {
  const invite = findInvite(state, ids);
  state.invites.set(invite.id, { ...invite, isRevoked: true });
}

/** Gives a new link, and a code where there is a channel for it; the old ones are dead. */
function issueInvite(state: FakeState, invite: FakeInvite): MintedInvite {
  const now = state.now();
  const { scheduled_for: scheduledFor } = findSession(state, invite.session);
  const issued: FakeInvite = {
    ...invite,
    expires_at: endOfInvite({ ...invite, scheduledFor }, now).toISOString(),
    otp_expires_at: invite.otp_required ? new Date(now.getTime() + OTP_TTL_MS).toISOString() : null,
    joined_at: null,
    token: drawToken(),
    otpCode: invite.otp_required ? drawCode() : null,
    isCodeSent: invite.sendsCode,
    otpAttempts: 0,
    device: null,
  };
  const queued = listMessages(issued, state.now().toISOString());
  const codes = queued.filter(({ kind }) => kind === 'otp').length;
  countFakeMessages(state, { messages: queued.length - codes, codes });
  // Whoever asks again finds them sent.
  state.invites.set(issued.id, { ...issued, messages: queued.map((each) => ({ ...each, status: 'sent' })) });
  state.tokens.set(issued.token, issued.id);
  const join_url = `${state.baseUrl}/join/${issued.session}#${issued.token}`;
  return { ...viewInvite(state, issued), messages: queued, join_url, otp_code: issued.otpCode };
}

/** The link where it is to be e-mailed, and the code on each channel, apart from it. */
function listMessages(invite: FakeInvite, at: string): InviteMessage[] {
  const { sendsEmail, sendsSms, sendsCode, otpCode, recipient_email, recipient_phone } = invite;
  const queue = (kind: InviteMessage['kind'], channel: InviteMessage['channel']): InviteMessage => ({
    id: crypto.randomUUID(),
    kind,
    channel,
    status: 'queued',
    reason: null,
    updated_at: at,
  });
  return [
    ...(sendsEmail ? [queue('invite', 'email')] : []),
    ...(sendsSms ? [queue('invite', 'sms')] : []),
    ...(otpCode && sendsCode && recipient_email ? [queue('otp', 'email')] : []),
    ...(otpCode && sendsCode && recipient_phone ? [queue('otp', 'sms')] : []),
  ];
}

const drawCode = () => String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000).padStart(6, '0');

function findInvite({ invites }: FakeState, [sessionId, inviteId]: readonly string[]): FakeInvite {
  const invite = invites.get(inviteId ?? '');
  if (invite?.session !== sessionId) throw noSuch('invite', inviteId);
  return invite!;
}

/** A phone number in E.164, however contacts and web pages write it. */
export function readPhone(given: string, path = 'body.recipient_phone'): string {
  const typed = given
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}\u20e3]/gu, '')
    .trim();
  const phone = typed
    .replace(/^tel:/i, '')
    .replace(/[\s().-]/g, '')
    .replace(/^00/, '+');
  if (given === '' || /^\+[1-9]\d{6,14}$/.test(phone)) return phone;
  const message = 'must be a phone number with its country code, such as +39 333 123 4567';
  throw refuseField(path, 'invalid_value', message);
}
