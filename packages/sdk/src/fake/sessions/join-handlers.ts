import type { Session } from '@field-inspection/contract';
import type { ErrorCode } from '@field-inspection/contract/plain';
import { noSuch, Refusal, showShots } from '@field-inspection/rules';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { drawToken } from '../state/draw-token.ts';
import { addFakeFact } from '../state/fake-chain.ts';
import { countFakeMessages } from '../state/count-fake-messages.ts';
import type { FakeInvite, FakeState } from '../state/fake-state.ts';
import { describeFakeBrand } from '../org/branding-handlers.ts';
import { describeFakeMedia } from './describe-fake-media.ts';
import { showFakeConsents } from './fake-consents.ts';
import { MAX_OTP_ATTEMPTS, OTP_TTL_MS, viewInvite } from './participant-handlers.ts';
import { findLiveSession, findSession } from './session-handlers.ts';

export const joinHandlers: FakeHandlers<'join'> = {
  'join.redeem': redeemInvite,
  'join.requestCode': requestCode,
};

const CHALLENGE = { 'www-authenticate': 'Join-OTP' };

function redeemInvite(state: FakeState, input: FakeInput): object {
  const { invite, device } = findByLink(state, input);
  const { headers } = input;
  if (invite.joined_at === null) {
    checkCode(state, invite, headers.get('x-join-otp') ?? '');
    joinFakeSession(state, invite, device);
  }
  return describeJoined(state, invite);
}

// The code stays that of the mint: a test knows it, and has no message to read another in.
function requestCode(state: FakeState, input: FakeInput): object {
  const { invite } = findByLink(state, input);
  if (invite.otpCode === null || invite.joined_at !== null) throw refuseJoin('otp_not_required');
  const otp_expires_at = new Date(state.now().getTime() + OTP_TTL_MS).toISOString();
  state.invites.set(invite.id, { ...invite, otp_expires_at, isCodeSent: true });
  const described = describeChannels(invite);
  countFakeMessages(state, { codes: described.channels.length });
  addFakeFact(state, invite.session, {
    kind: 'otp.requested',
    payload: { participant_id: invite.id, channels: described.channels },
  });
  return { ...described, otp_expires_at };
}

/** The invite of a link that is still good, and the device that calls. */
function findByLink(
  state: FakeState,
  { ids: [sessionId, token = ''], headers }: FakeInput,
): { invite: FakeInvite; device: string } {
  const invite = state.invites.get(state.tokens.get(token) ?? '');
  if (invite?.session !== sessionId) throw noSuch('invite');
  const device = headers.get('user-agent') ?? '';
  checkInvite(state, invite!, { token, device });
  return { invite: invite!, device };
}

/** The order of the service: 410, 423, 409. */
function checkInvite(
  state: FakeState,
  invite: FakeInvite,
  { token, device }: { token: string; device: string },
): void {
  const { status: sessionStatus } = findSession(state, invite.session);
  const isDead = invite.isRevoked || invite.token !== token;
  const hasEnded = ['closed', 'expired'].includes(sessionStatus);
  if (isDead || hasEnded || new Date(invite.expires_at) <= state.now())
    throw refuseJoin('invite_expired', {}, isDead ? {} : { session_ended: hasEnded });
  if (viewInvite(state, invite).status === 'locked') throw refuseJoin('otp_locked');
  if (invite.joined_at !== null && invite.device !== device) throw refuseJoin('invite_redeemed');
}

function checkCode(state: FakeState, invite: FakeInvite, code: string): void {
  if (invite.otpCode === null) return;
  if (new Date(invite.otp_expires_at!) <= state.now()) throw refuseJoin('otp_expired', CHALLENGE);
  const sentTo = describeChannels(invite.isCodeSent ? invite : { recipient_email: '', recipient_phone: '' });
  if (code === '') throw refuseJoin('otp_required', CHALLENGE, sentTo);
  const otpAttempts = invite.otpAttempts + 1;
  state.invites.set(invite.id, { ...invite, otpAttempts });
  if (code === invite.otpCode) return;
  if (otpAttempts >= MAX_OTP_ATTEMPTS) throw refuseJoin('otp_locked');
  throw refuseJoin('otp_invalid', CHALLENGE, { attempts_remaining: MAX_OTP_ATTEMPTS - otpAttempts });
}

// Pages branch on `detail`, which is the code itself here.
const refuseJoin = (
  code: ErrorCode,
  headers: Record<string, string> = {},
  members: Record<string, unknown> = {},
) => new Refusal(code, code, { headers, members });

const describeChannels = ({
  recipient_email: email,
  recipient_phone: phone,
}: Pick<FakeInvite, 'recipient_email' | 'recipient_phone'>) => ({
  channels: [...(email ? ['email'] : []), ...(phone ? ['sms'] : [])],
  channel_hint_email: email ? email.replace(/^(.).*@(.).*(\.\w+)$/u, '$1•••@$2•••$3') : null,
  channel_hint_phone: phone ? `••• ••${phone.slice(-2)}` : null,
});

function describeJoined(state: FakeState, invite: FakeInvite): object {
  const session = findSession(state, invite.session);
  const { id, status, locale, scheduled_for, notes } = session;
  return {
    field_session_token: drawToken(),
    field_session_expires_at: null,
    session: { id, status, locale, scheduled_for, notes, shots: showShots(session.shots, locale) },
    participant: { id: invite.id, role: 'field', first_name: invite.recipient_first_name },
    consent_state: invite.consent_state,
    branding: describeFakeBrand(state),
    media_connection: describeFakeMedia(state, {
      room: id,
      identity: `field-${invite.id}`,
      publish: ['camera', 'microphone'],
    }),
    uploads: {
      url: `${state.baseUrl}/v1/field/uploads`,
      max_bytes: 25 * 1024 * 1024,
      max_pixels: 60_000_000,
      mime_types: ['image/jpeg', 'image/png', 'image/webp'],
      quotas: describeQuotas(state, id),
    },
  };
}

/** Of each plan: how many pieces of evidence a session may have, and how many GiB. */
const ROOM = { free: [500, 10], pilot: [1000, 20], pro: [2000, 20], enterprise: [5000, 50] } as const;

function describeQuotas({ organisation, evidence }: FakeState, sessionId: string): object {
  const [items, gib] = ROOM[organisation.plan];
  const bytes = gib * 1024 ** 3;
  const quotas = { items: { limit: items, left: items }, bytes: { limit: bytes, left: bytes } };
  for (const { session, byte_size } of evidence.values()) {
    if (session !== sessionId) continue;
    quotas.items.left -= 1;
    quotas.bytes.left -= byte_size ?? 0;
  }
  return quotas;
}

/** Redeems an invite: the device is pinned, the session opens, `session.joined` is sent. */
export function joinFakeSession(state: FakeState, invite: FakeInvite, device: string): Session {
  const session = findLiveSession(state, invite.session);
  const at = state.now().toISOString();
  addFakeFact(state, session.id, {
    kind: 'participant.joined',
    payload: { participant_id: invite.id },
  });
  const redeemed = { ...state.invites.get(invite.id)!, joined_at: at, device };
  state.invites.set(invite.id, redeemed);
  const status = session.status === 'created' ? 'open' : session.status;
  const joined = showFakeConsents(state, session, { status, started_at: session.started_at ?? at });
  const { messages: _messages, consent_state: _consents, ...invited } = viewInvite(state, redeemed);
  publishFakeEvent(state, 'session.joined', { ...joined, invite: invited });
  return joined;
}
