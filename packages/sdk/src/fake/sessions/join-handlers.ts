import type { Session } from '@field-inspection/contract';
import { PLAN_LIMITS } from '@field-inspection/contract/plain';
import {
  chooseContact,
  explainJoin,
  factOfCode,
  factOfJoin,
  factsOfWrongCode,
  hintChannels,
  judgeJoin,
  letIn,
  MASK_DOTS,
  noSuch,
  refuseCode,
  requireCodeAwaited,
  showShots,
} from '@field-inspection/rules';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { describeFakeBrand } from '../org/branding-handlers.ts';
import { addFakeFact } from '../state/fake-chain.ts';
import { countFakeMessages, drawToken, type FakeInvite, type FakeState } from '../state/fake-state.ts';
import { describeFakeMedia } from './describe-fake-media.ts';
import { OTP_TTL_MS, viewInvite } from './participant-handlers.ts';
import { changeSession, findSession } from './session-handlers.ts';

export const joinHandlers: FakeHandlers<'join'> = {
  'join.redeem': redeemInvite,
  'join.requestCode': requestCode,
};

function redeemInvite(state: FakeState, input: FakeInput): object {
  const { invite, device, call } = readCall(state, input);
  const code = input.headers.get('x-join-otp') ?? '';
  const verdict = judgeJoin({ ...call, hasCode: code !== '' });
  switch (verdict) {
    case 'readmit':
      enterSession(state, invite, { device, pinned: true });
      break;
    case 'verify_code':
      checkCode(state, invite, { code, device });
      joinFakeSession(state, invite, device);
      break;
    case 'admit':
      joinFakeSession(state, invite, device);
      break;
    default:
      throw explainJoin(verdict, call, invite.otp_sent ? hintChannels(invite, maskPhone) : null);
  }
  return describeJoined(state, state.invites.get(invite.id)!);
}

// The code stays the mint's, since a test has no message to read another in.
function requestCode(state: FakeState, input: FakeInput): object {
  const { invite, call } = readCall(state, input);
  requireCodeAwaited(call);
  const otp_expires_at = new Date(state.now().getTime() + OTP_TTL_MS).toISOString();
  state.invites.set(invite.id, { ...invite, otp_expires_at, otp_sent: true, entries: invite.entries + 1 });
  const hints = hintChannels(invite, maskPhone);
  countFakeMessages(state, { codes: hints.channels.length });
  addFakeFact(state, invite.session, factOfCode(invite, hints));
  return { ...hints, otp_expires_at };
}

/** Gives what the join judges: the link's invite, and the calling device. */
function readCall(state: FakeState, { ids: [sessionId, token = ''], headers }: FakeInput) {
  const link = state.tokens.get(token);
  const invite = state.invites.get(link?.invite ?? '');
  if (!link || invite?.session !== sessionId) throw noSuch('invite');
  const device = headers.get('user-agent') ?? '';
  const call = {
    invite: { ...invite!, otp_hmac: invite!.otp_code },
    tokenIssue: link.issue,
    sessionStatus: findSession(state, sessionId).status,
    isPinnedDevice: invite!.device === device,
    now: state.now(),
  };
  return { invite: invite!, device, call };
}

function checkCode(
  state: FakeState,
  invite: FakeInvite,
  { code, device }: { code: string; device: string },
): void {
  const otp_attempts = invite.otp_attempts + 1;
  state.invites.set(invite.id, { ...invite, otp_attempts });
  if (code === invite.otp_code) return;
  const facts = factsOfWrongCode(invite, otp_attempts, { address: ADDRESS, userAgent: device });
  for (const fact of facts) addFakeFact(state, invite.session, fact);
  throw refuseCode(otp_attempts);
}

const ADDRESS = '192.0.2.1';

const maskPhone = (phone: string) => `${MASK_DOTS} ••${phone.slice(-2)}`;

function describeJoined(state: FakeState, invite: FakeInvite): object {
  const session = findSession(state, invite.session);
  const { id, status, locale, scheduled_for, notes, reference, site_address } = session;
  return {
    field_session_token: drawToken(),
    field_session_expires_at: null,
    session: {
      ...{ id, status, locale, scheduled_for, notes, reference, site_address },
      contact: chooseContact(session.contact, state.organisation.contact),
      shots: showShots(session.shots, locale),
    },
    participant: {
      id: invite.id,
      role: 'field',
      first_name: invite.recipient_first_name,
      last_name: invite.recipient_last_name,
      done_at: invite.done_at,
    },
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

function describeQuotas({ organisation, evidence }: FakeState, sessionId: string): object {
  const { items, bytes } = PLAN_LIMITS[organisation.plan].session;
  const quotas = { items: { limit: items, left: items }, bytes: { limit: bytes, left: bytes } };
  for (const { session, byte_size } of evidence.values()) {
    if (session !== sessionId) continue;
    quotas.items.left -= 1;
    quotas.bytes.left -= byte_size ?? 0;
  }
  return quotas;
}

/** The device is pinned, the session opens, `session.joined` is sent. */
export function joinFakeSession(state: FakeState, invite: FakeInvite, device: string): Session {
  const redeemed = { ...state.invites.get(invite.id)!, joined_at: state.now().toISOString(), device };
  state.invites.set(invite.id, redeemed);
  const joined = enterSession(state, redeemed, { device, pinned: false });
  const { messages: _messages, consent_state: _consents, ...invited } = viewInvite(state, redeemed);
  publishFakeEvent(state, 'session.joined', { ...joined, invite: invited });
  return joined;
}

function enterSession(
  state: FakeState,
  invite: FakeInvite,
  { device, pinned }: { device: string; pinned: boolean },
): Session {
  const session = findSession(state, invite.session);
  const entered = letIn(columnsOf(session), columnsOf(invite), state.now());
  const facts = [
    ...(entered?.facts ?? []),
    factOfJoin(invite, { device: { address: ADDRESS, userAgent: device }, pinned }),
  ];
  for (const fact of facts) addFakeFact(state, session.id, fact);
  state.invites.set(invite.id, { ...invite, entries: invite.entries + 1 });
  if (!entered) return session;
  const { consent_camera: camera, consent_gps: gps, ...changes } = entered.changes;
  return changeSession(state, session, { ...changes, consent_state: { camera, gps } });
}

const columnsOf = <Row extends { consent_state: { camera: string; gps: string; recording?: string } }>(
  row: Row,
) => ({
  ...row,
  consent_camera: row.consent_state.camera,
  consent_gps: row.consent_state.gps,
  consent_recording: row.consent_state.recording ?? 'pending',
});
