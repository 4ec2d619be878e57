import type { Session } from '../../resources/sessions.ts';
import { FakeRefusal } from '../front/fake-refusal.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import type { FakeState } from '../state/fake-state.ts';
import { requireFakeRecording } from './fake-consents.ts';
import { changeSession, findLiveSession } from './session-handlers.ts';

export const recordingHandlers: Pick<
  FakeHandlers<'sessions'>,
  'sessions.startRecording' | 'sessions.stopRecording'
> = {
  'sessions.startRecording': (state, { ids }) => {
    const session = findInStatus(state, ids[0], 'open');
    requireFakeRecording(state, session.id);
    return changeSession(state, session, { status: 'recording' });
  },
  'sessions.stopRecording': (state, { ids }) =>
    changeSession(state, findInStatus(state, ids[0], 'recording'), { status: 'open' }),
};

function findInStatus(state: FakeState, id: string | undefined, status: Session['status']): Session {
  const live = findLiveSession(state, id);
  if (live.status === status) return live;
  throw new FakeRefusal('session.invalid_state', `The session is ${live.status}; it must be ${status}.`);
}
