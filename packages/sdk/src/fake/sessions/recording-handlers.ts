import type { Session } from '@field-inspection/contract';
import { moveRecording } from '@field-inspection/rules';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { nameFakeActor } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';
import { listFakeRecorded } from './fake-consents.ts';
import { findSession, putOutcome } from './session-handlers.ts';

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
