import { findFreeze, readFakeChain } from '../state/fake-chain.ts';
import { listFakeAnchors } from './evidence-routes.ts';
import { refuseMissing } from '../front/fake-refusal.ts';
import type { FakeInput, FakeRoute } from '../front/fake-route.ts';
import type { FakeState } from '../state/fake-state.ts';

/** `/verify/{hash}`, for anyone who holds a chain's head. */
export const verificationRoutes: readonly FakeRoute[] = [
  { method: 'GET', path: 'verify/{hash}', scope: null, status: 200, run: verifyHead },
];

function verifyHead(state: FakeState, { ids: [hash = ''] }: FakeInput) {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw refuseMissing();
  const found = [...state.sessions.keys()].find(
    (id) => findFreeze(state, id) !== null && readFakeChain(state, id).at(-1)?.hash === hash,
  );
  return {
    audit_chain_hash: hash,
    known: found !== undefined,
    frozen_at: found === undefined ? null : findFreeze(state, found),
    length: found === undefined ? null : readFakeChain(state, found).length,
    anchors: found === undefined ? [] : listFakeAnchors(state, found),
  };
}
