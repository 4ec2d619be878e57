import type { ConsentValue } from '@field-inspection/contract';
import type { Fact, Instant } from '../effects.ts';
import { Refusal } from '../refusal.ts';
import { hasEnded, requireMove } from '../sessions/session-state.ts';
import { factOfStop, weakestConsent } from './consents.ts';
import { isLocked, listChannels, MAX_ENTRIES, MAX_OTP_ATTEMPTS } from './invites.ts';

export type JoinableInvite = {
  issue: number;
  expires_at: Instant;
  revoked_at: Instant | null;
  joined_at: Instant | null;
  otp_hmac: unknown;
  otp_expires_at: Instant | null;
  otp_attempts: number;
  entries: number;
};

export type JoinCall = {
  invite: JoinableInvite;
  tokenIssue: number;
  sessionStatus: string;
  /** True if the caller is the device that redeemed the invite. */
  isPinnedDevice: boolean;
  hasCode: boolean;
  now: Date;
};

export type JoinRefusal =
  'invite_expired' | 'otp_locked' | 'invite_redeemed' | 'otp_expired' | 'otp_required';

/** An error code; `admit` at once or `verify_code` first; or `readmit` on the invite's own device. */
export type JoinVerdict = JoinRefusal | 'verify_code' | 'admit' | 'readmit';

/** Judges in the order 410, 423, 409, 401: a caller learns of the code only while it could still let somebody in. */
export const judgeJoin = (call: JoinCall): JoinVerdict => {
  const { invite, now } = call;
  const isReplaced = call.tokenIssue !== invite.issue;
  const isOver = hasEnded({ status: call.sessionStatus }) || new Date(invite.expires_at) <= now;
  if (isReplaced || isOver || invite.entries >= MAX_ENTRIES || invite.revoked_at) return 'invite_expired';
  if (isLocked(invite)) return 'otp_locked';
  if (invite.joined_at) return call.isPinnedDevice ? 'readmit' : 'invite_redeemed';
  if (invite.otp_hmac === null) return 'admit';
  if (!invite.otp_expires_at || new Date(invite.otp_expires_at) <= now) return 'otp_expired';
  return call.hasCode ? 'verify_code' : 'otp_required';
};

/** The channels of a code, masked so that only the person knows them again. */
export type CodeHints = {
  channels: ('email' | 'sms')[];
  channel_hint_email: string | null;
  channel_hint_phone: string | null;
};

/** A phone number's numbering plan says how it is masked. */
export const hintChannels = (
  invite: { recipient_email: string; recipient_phone: string },
  maskPhone: (phone: string) => string,
): CodeHints => ({
  channels: listChannels(invite).map(({ channel }) => channel),
  channel_hint_email: invite.recipient_email ? maskEmail(invite.recipient_email) : null,
  channel_hint_phone: invite.recipient_phone ? maskPhone(invite.recipient_phone) : null,
});

// No message carries the code: whoever has the link asks for one.
const SENT_NOWHERE: CodeHints = { channels: [], channel_hint_email: null, channel_hint_phone: null };

export const MASK_DOTS = '•••';

/** Only the owner knows the address again: `a•••@e•••.com`. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  if (at < 1) return MASK_DOTS;
  const labels = email.slice(at + 1).split('.');
  // A domain without a dot and an address literal have no public part to show.
  const topLevel = labels.length > 1 && /^\p{L}[\p{L}\d-]*$/u.test(labels.at(-1)!) ? `.${labels.at(-1)}` : '';
  return `${firstCharacter(email)}${MASK_DOTS}@${firstCharacter(labels[0]!)}${MASK_DOTS}${topLevel}`;
};

// Takes a code point, so that half a character never shows.
const firstCharacter = (text: string): string => [...text][0] ?? '';

/** A 401 names the scheme that it asks for (RFC 9110 11.6.1); this scheme is the pages' own. */
export const CHALLENGE = { 'WWW-Authenticate': 'Join-OTP' };

/** Adds to a refusal of the join where the code went or had gone, masked, and whether the session is over. */
export const explainJoin = (
  code: JoinRefusal,
  { invite, tokenIssue, sessionStatus }: Pick<JoinCall, 'invite' | 'tokenIssue' | 'sessionStatus'>,
  hints: CodeHints | null,
): Refusal => {
  // A replaced or revoked link tells nothing more of the session.
  const isTheirs = tokenIssue === invite.issue && !invite.revoked_at;
  if (code === 'invite_expired' && isTheirs) {
    return new Refusal(code, code, { members: { session_ended: hasEnded({ status: sessionStatus }) } });
  }
  if (code !== 'otp_required' && code !== 'otp_expired') return new Refusal(code, code);
  return new Refusal(code, code, { members: hints ?? SENT_NOWHERE, headers: CHALLENGE });
};

/** Refuses another code where none is waited for, in the words of the join. */
export const requireCodeAwaited = (call: Omit<JoinCall, 'hasCode'>): void => {
  const verdict = judgeJoin({ ...call, hasCode: true });
  if (verdict === 'verify_code' || verdict === 'otp_expired') return;
  if (verdict === 'admit' || verdict === 'readmit') throw new Refusal('otp_not_required', 'otp_not_required');
  throw explainJoin(verdict, call, null);
};

export const factOfCode = ({ id, issue }: { id: string; issue: number }, { channels }: CodeHints): Fact => ({
  kind: 'otp.requested',
  payload: { participant_id: id, issue, channels },
});

export type Device = { address: string; userAgent: string };

export const discloseDevice = ({ address, userAgent }: Device) => ({
  address,
  user_agent: userAgent.slice(0, 500),
});

export const refuseCode = (attempts: number): Refusal =>
  attempts >= MAX_OTP_ATTEMPTS
    ? new Refusal('otp_locked', 'otp_locked')
    : new Refusal('otp_invalid', 'otp_invalid', {
        members: { attempts_remaining: MAX_OTP_ATTEMPTS - attempts },
        headers: CHALLENGE,
      });

/** A wrong code is noted as refused; the last one locks the invite. */
export const factsOfWrongCode = (
  { id, issue }: { id: string; issue: number },
  attempts: number,
  device: Device,
): Fact[] => {
  const about = { participant_id: id, issue };
  const refused: Fact = {
    kind: 'otp.refused',
    payload: { ...about, attempt: attempts },
    personal: { device: discloseDevice(device) },
  };
  return attempts >= MAX_OTP_ATTEMPTS ? [refused, { kind: 'participant.locked', payload: about }] : [refused];
};

/** `pinned`: the device came back without a code. */
export const factOfJoin = (
  { id, issue }: { id: string; issue: number },
  { device, pinned }: { device: Device; pinned: boolean },
): Fact => ({
  kind: 'participant.joined',
  payload: { participant_id: id, issue, pinned },
  personal: { device: discloseDevice(device) },
});

/**
 * Somebody who comes in opens the session, with the weakest answer of all who joined. A recording without their grant
 * stops, since it would hold them. Gives undefined where nothing changes.
 */
export const letIn = <Start extends Instant | null>(
  session: { status: string; started_at: Start; consent_camera: string; consent_gps: string },
  invite: { id: string; consent_camera: string; consent_gps: string; consent_recording: string },
  now: Date,
) => {
  const status = requireMove(session, 'join');
  const stops = status === 'recording' && invite.consent_recording !== 'granted';
  const changes = {
    status: stops ? 'open' : status,
    started_at: session.status === 'created' ? now : session.started_at,
    consent_camera: weakerOf(session.consent_camera, invite.consent_camera),
    consent_gps: weakerOf(session.consent_gps, invite.consent_gps),
  };
  const names = Object.keys(changes) as (keyof typeof changes)[];
  if (names.every((name) => session[name] === changes[name])) return undefined;
  return { changes, facts: stops ? [factOfStop(invite.id)] : [] };
};

const weakerOf = (shown: string, own: string): ConsentValue =>
  weakestConsent([shown as ConsentValue, own as ConsentValue]);
