import type { ParticipantConsents } from '../../resources/participants.ts';
import type { Session } from '../../resources/sessions.ts';
import { FakeRefusal, refuseMissing } from '../front/fake-refusal.ts';
import { addFakeFact } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';
import { changeSession, findLiveSession } from './session-handlers.ts';

/** Of whom nothing was answered yet. */
export const NOTHING_ANSWERED: ParticipantConsents = {
  camera: 'pending',
  microphone: 'pending',
  gps: 'pending',
  recording: 'pending',
};

/** From the weakest to the strongest. */
const ORDER = ['revoked', 'denied', 'pending', 'granted'] as const;

/** A field person answers: for themselves alone. */
export function answerFakeConsent(
  state: FakeState,
  inviteId: string,
  answers: Partial<ParticipantConsents>,
): ParticipantConsents {
  const invite = state.invites.get(inviteId);
  if (!invite) throw refuseMissing('invite', inviteId);
  const session = findLiveSession(state, invite.session);
  const consent_state = { ...invite.consent_state, ...answers };
  state.invites.set(inviteId, { ...invite, consent_state });
  const payload = { participant_id: inviteId, ...answers, text_version: 'fake', locale: session.locale };
  addFakeFact(state, session.id, { kind: 'consent.changed', payload });
  showFakeConsents(state, session);
  return consent_state;
}

/** The session shows the weakest answer of those who joined; a recording that somebody has not granted stops. */
export function showFakeConsents(
  state: FakeState,
  session: Session,
  changes: Partial<Session> = {},
): Session {
  const joined = listJoined(state, session.id);
  const weakest = (matter: 'camera' | 'gps') =>
    ORDER.find((value) => joined.some(({ consent_state }) => consent_state[matter] === value)) ?? 'pending';
  const status = changes.status ?? session.status;
  const stops = status === 'recording' && findUnrecorded(state, session.id) !== undefined;
  return changeSession(state, session, {
    ...changes,
    status: stops ? 'open' : status,
    consent_state: { camera: weakest('camera'), gps: weakest('gps') },
  });
}

/** Refuses a recording that somebody who is in has not granted. */
export function requireFakeRecording(state: FakeState, sessionId: string): void {
  const missing = findUnrecorded(state, sessionId);
  if (!missing) return;
  const { id, consent_state } = missing;
  const detail = `The consent of participant ${id} to recordings is ${consent_state.recording}. Ask the field person, then try again.`;
  throw new FakeRefusal('consent_required', detail);
}

const listJoined = ({ invites }: FakeState, sessionId: string) =>
  [...invites.values()].filter(({ session, joined_at }) => session === sessionId && joined_at !== null);

const findUnrecorded = (state: FakeState, sessionId: string) =>
  listJoined(state, sessionId).find(({ isRevoked, consent_state: { recording } }) =>
    isRevoked ? recording === 'revoked' : recording !== 'granted',
  );
