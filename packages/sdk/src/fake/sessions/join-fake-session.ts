import type { Session } from '../../resources/sessions.ts';
import type { FakeInvite, FakeState } from '../state/fake-state.ts';
import { addFakeFact } from '../state/fake-chain.ts';
import { viewInvite } from './participant-routes.ts';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import { changeSession, findLiveSession } from './session-routes.ts';

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
  const joined = changeSession(state, session, { status, started_at: session.started_at ?? at });
  publishFakeEvent(state, 'session.joined', { ...joined, invite: viewInvite(state, redeemed) });
  return joined;
}
