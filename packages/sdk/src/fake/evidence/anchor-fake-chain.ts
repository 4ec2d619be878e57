import { listFakeAnchors } from './evidence-routes.ts';
import { findFreeze } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import { findSession } from '../sessions/session-routes.ts';

/** The authority vouches for the chain of an ended session, and `session.anchored` is sent. */
export function anchorFakeChain(state: FakeState, sessionId: string): void {
  const session = findSession(state, sessionId);
  if (findFreeze(state, sessionId) === null)
    throw new Error('The chain is not frozen: end the session and advance(60_000)');
  state.anchors.set(sessionId, state.now().toISOString());
  const { token: _token, ...anchor } = listFakeAnchors(state, sessionId)[0]!;
  publishFakeEvent(state, 'session.anchored', { ...session, anchor });
}
