import type { Invite, InviteMessage, MintedInvite } from '@field-inspection/contract';
import {
  deriveInviteStatus,
  endOfInvite,
  factOfInvite,
  hasEnded,
  listInviteMessages,
  needsCode,
  noPhone,
  noSuch,
  NOTHING_ANSWERED,
  readRecipient,
  type Recipient,
  requireUnrevoked,
  revokeInvite,
  USUAL_TTL_MINUTES,
} from '@field-inspection/rules';
import type { CreateParticipantBody } from '../../resources/participants.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { addFakeFact, nameFakeActor } from '../state/fake-chain.ts';
import {
  countFakeMessages,
  drawToken,
  type FakeCredential,
  type FakeInvite,
  type FakeState,
} from '../state/fake-state.ts';
import { findLiveSession, findSession } from './session-handlers.ts';

export const OTP_TTL_MS = 600_000;

export const participantHandlers: FakeHandlers<'participants'> = {
  'participants.create': mintInvite,
  'participants.list': listInvites,
  'participants.reissue': reissueInvite,
  'participants.revoke': endInvite,
};

/** If several reasons keep people out, the status has the strongest. */
export function viewInvite(state: FakeState, invite: FakeInvite): Invite {
  const { send_email: _email, send_sms: _sms, send_code: _code, ttl_minutes: _ttl, ...kept } = invite;
  const { revoked_at: _revoked, issue: _issue, entries: _entries, device: _device, ...known } = kept;
  const { otp_code, otp_sent: _sent, otp_attempts: _attempts, ...shown } = known;
  const standing = { now: state.now(), hasSessionEnded: hasEnded(findSession(state, invite.session)) };
  return { ...shown, status: deriveInviteStatus(invite, standing), otp_required: otp_code !== null };
}

function mintInvite(state: FakeState, { ids, body: given, credential }: FakeInput): MintedInvite {
  const body = given as CreateParticipantBody;
  const recipient = readRecipient(body, readPhone);
  return addInvite(state, ids[0], { recipient, ttlMinutes: body.ttl_minutes, credential });
}

export function addInvite(
  state: FakeState,
  sessionId: string | undefined,
  {
    recipient,
    ttlMinutes = USUAL_TTL_MINUTES,
    credential,
  }: { recipient: Recipient; ttlMinutes?: number | undefined; credential: FakeCredential | null },
): MintedInvite {
  const invite = {
    ...recipient,
    id: crypto.randomUUID(),
    session: findLiveSession(state, sessionId).id,
    role: 'field' as const,
    created_at: state.now().toISOString(),
    consent_state: NOTHING_ANSWERED,
    ttl_minutes: ttlMinutes,
    revoked_at: null,
  };
  return issueInvite(state, invite, { kind: 'participant.invited', issue: 1, credential });
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

function reissueInvite(state: FakeState, { ids, credential }: FakeInput): MintedInvite {
  const invite = findInvite(state, ids);
  findLiveSession(state, ids[0]);
  requireUnrevoked(invite);
  return issueInvite(state, invite, { kind: 'participant.reissued', issue: invite.issue + 1, credential });
}

function endInvite(state: FakeState, { ids, credential }: FakeInput): void {
  const invite = findInvite(state, ids);
  const isLive = !hasEnded(findSession(state, invite.session));
  const outcome = revokeInvite(invite, { isLive, now: state.now(), actor: nameFakeActor(credential) });
  if (!outcome) return;
  for (const fact of outcome.facts) addFakeFact(state, invite.session, fact);
  state.invites.set(invite.id, { ...invite, revoked_at: outcome.changes.revoked_at.toISOString() });
}

type Unissued = Recipient &
  Pick<FakeInvite, 'id' | 'session' | 'role' | 'created_at' | 'consent_state' | 'ttl_minutes' | 'revoked_at'>;

function issueInvite(
  state: FakeState,
  invite: Unissued,
  {
    kind,
    issue,
    credential,
  }: {
    kind: 'participant.invited' | 'participant.reissued';
    issue: number;
    credential: FakeCredential | null;
  },
): MintedInvite {
  const now = state.now();
  const { scheduled_for: scheduledFor } = findSession(state, invite.session);
  const hasCode = needsCode(invite);
  const issued: FakeInvite = {
    ...invite,
    issue,
    expires_at: endOfInvite({ ttlMinutes: invite.ttl_minutes, scheduledFor }, now).toISOString(),
    otp_expires_at: hasCode ? new Date(now.getTime() + OTP_TTL_MS).toISOString() : null,
    otp_code: hasCode ? drawCode() : null,
    otp_sent: invite.send_code,
    otp_attempts: 0,
    joined_at: null,
    done_at: null,
    entries: 0,
    device: null,
    messages: [],
  };
  const queued = listInviteMessages(issued).map(({ kind: about, channel }): InviteMessage => ({
    id: crypto.randomUUID(),
    kind: about,
    channel,
    status: 'queued',
    reason: null,
    updated_at: now.toISOString(),
  }));
  const codes = queued.filter(({ kind: about }) => about === 'otp').length;
  countFakeMessages(state, { messages: queued.length - codes, codes });
  // The next request finds the messages sent.
  state.invites.set(issued.id, { ...issued, messages: queued.map((each) => ({ ...each, status: 'sent' })) });
  const token = drawToken();
  state.tokens.set(token, { invite: issued.id, issue });
  addFakeFact(state, issued.session, factOfInvite(kind, issued, nameFakeActor(credential)));
  const join_url = `${state.baseUrl}/join/${issued.session}#${token}`;
  return { ...viewInvite(state, issued), messages: queued, join_url, otp_code: issued.otp_code };
}

const drawCode = () => String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000).padStart(6, '0');

function findInvite({ invites }: FakeState, [sessionId, inviteId]: readonly string[]): FakeInvite {
  const invite = invites.get(inviteId ?? '');
  if (invite?.session !== sessionId) throw noSuch('invite', inviteId);
  return invite!;
}

/** Takes a phone number as contacts and web pages write it, and gives E.164. */
export function readPhone(field: string, given: string): string {
  const typed = given
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}\u20e3]/gu, '')
    .trim();
  const phone = typed
    .replace(/^tel:/i, '')
    .replace(/[\s().-]/g, '')
    .replace(/^00/, '+');
  if (/^\+[1-9]\d{6,14}$/.test(phone)) return phone;
  throw noPhone(field);
}
