import type { ParticipantConsents, Session } from '@field-inspection/contract';
import {
  type Answers,
  judgeRecording,
  listAnswered,
  noSuch,
  type Recorded,
  weakestConsent,
} from '@field-inspection/rules';
import { addFakeFact } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';
import { changeSession, findLiveSession } from './session-handlers.ts';

/** A field person answers: for themselves alone. */
export function answerFakeConsent(state: FakeState, inviteId: string, answers: Answers): ParticipantConsents {
  const invite = state.invites.get(inviteId);
  if (!invite) throw noSuch('invite', inviteId);
  const session = findLiveSession(state, invite.session);
  const changes = listAnswered(invite.consent_state, answers);
  if (Object.keys(changes).length === 0) return invite.consent_state;
  const consent_state = { ...invite.consent_state, ...changes };
  state.invites.set(inviteId, { ...invite, consent_state });
  const payload = { participant_id: inviteId, ...changes, text_version: 'fake', locale: session.locale };
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
    weakestConsent(joined.map(({ consent_state }) => consent_state[matter]));
  const status = changes.status ?? session.status;
  const stops = status === 'recording' && judgeRecording(listFakeRecorded(state, session.id)) !== undefined;
  return changeSession(state, session, {
    ...changes,
    status: stops ? 'open' : status,
    consent_state: { camera: weakest('camera'), gps: weakest('gps') },
  });
}

/** Who has joined a session, and what they say to a recording. */
export const listFakeRecorded = (state: FakeState, sessionId: string): Recorded[] =>
  listJoined(state, sessionId).map(({ id, isRevoked, consent_state: { recording } }) => ({
    id,
    recording,
    is_in: !isRevoked,
  }));

const listJoined = ({ invites }: FakeState, sessionId: string) =>
  [...invites.values()].filter(({ session, joined_at }) => session === sessionId && joined_at !== null);
