import type { ParticipantConsents, Session } from '@field-inspection/contract';
import {
  answerConsent,
  type Answers,
  MAX_ENTRIES,
  moveRecording,
  noSuch,
  type Recorded,
  weakestConsent,
} from '@field-inspection/rules';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { addFakeFact, nameFakeActor } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';
import { changeSession, findLiveSession, findSession, putOutcome } from './session-handlers.ts';

export const recordingHandlers: Pick<
  FakeHandlers<'sessions'>,
  'sessions.startRecording' | 'sessions.stopRecording'
> = {
  'sessions.startRecording': (state, input) => changeRecording(state, input, 'start_recording'),
  'sessions.stopRecording': (state, input) => changeRecording(state, input, 'stop_recording'),
};

function changeRecording(
  state: FakeState,
  { ids, credential }: FakeInput,
  command: 'start_recording' | 'stop_recording',
): Session {
  const session = findSession(state, ids[0]);
  const by = { recorded: listFakeRecorded(state, session.id), actor: nameFakeActor(credential) };
  return putOutcome(state, session, moveRecording(session, command, by));
}

/** The session shows the weakest answer of those who joined. */
export function answerFakeConsent(state: FakeState, inviteId: string, answers: Answers): ParticipantConsents {
  const invite = state.invites.get(inviteId);
  if (!invite) throw noSuch('invite', inviteId);
  const session = findLiveSession(state, invite.session);
  const answering = {
    participantId: inviteId,
    before: invite.consent_state,
    hasEntriesLeft: invite.entries < MAX_ENTRIES,
    sessionStatus: session.status,
    textVersion: 'fake',
    locale: session.locale,
  };
  const outcome = answerConsent(answering, answers);
  if (!outcome) return invite.consent_state;
  const { after, stops, facts } = outcome;
  state.invites.set(inviteId, { ...invite, consent_state: after, entries: invite.entries + 1 });
  for (const fact of facts) addFakeFact(state, session.id, fact);
  const joined = listJoined(state, session.id);
  const weakest = (matter: 'camera' | 'gps') =>
    weakestConsent(joined.map(({ consent_state }) => consent_state[matter]));
  changeSession(state, session, {
    ...(stops && { status: 'open' }),
    consent_state: { camera: weakest('camera'), gps: weakest('gps') },
  });
  return after;
}

const listFakeRecorded = (state: FakeState, sessionId: string): Recorded[] =>
  listJoined(state, sessionId).map(({ id, revoked_at, consent_state: { recording } }) => ({
    id,
    recording,
    is_in: revoked_at === null,
  }));

const listJoined = ({ invites }: FakeState, sessionId: string) =>
  [...invites.values()].filter(({ session, joined_at }) => session === sessionId && joined_at !== null);
