import { factOfCapture, factOfLateAnchor, isPicture, requireSlot } from '@field-inspection/rules';
import type { EvidenceKind } from '../../resources/evidence.ts';
import type { Whiteboard } from '../../resources/whiteboards.ts';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import { findLiveSession, findSession } from '../sessions/session-handlers.ts';
import { addFakeAddendum, addFakeFact, digestFakeBytes, findFreeze } from '../state/fake-chain.ts';
import { exampleEvidence } from '../state/fake-examples.ts';
import type { FakeEvidence, FakeState } from '../state/fake-state.ts';
import { listFakeAnchors, viewFakeEvidence } from './evidence-handlers.ts';

/** Evidence that a field person captures; the rest is plausible. */
export interface FakeCapture {
  kind?: EvidenceKind;
  /** State; only `ready` evidence downloads. */
  status?: 'pending' | 'ready' | 'failed';
  mime?: string;
  slot?: string;
  bytes?: Uint8Array<ArrayBuffer>;
}

/** Sends `evidence.created`, and `session.evidence.captured` for a picture. */
export function captureFakeEvidence(state: FakeState, sessionId: string, capture: FakeCapture = {}) {
  const { bytes = new TextEncoder().encode('a picture'), ...given } = capture;
  requireSlot(findLiveSession(state, sessionId).shots, capture.slot, 'query.slot');
  const drawn = capture.kind === 'signature' ? SIGNATURE : {};
  return keepEvidence(state, { ...createEvidence(state, sessionId, bytes), ...drawn, ...given });
}

const SIGNATURE = { mime: 'application/json', received_sha256: null, width: 600, height: 200 };

/** Each version of a whiteboard is a piece of evidence. */
export function drawFakeWhiteboard(
  state: FakeState,
  sessionId: string,
  { id = crypto.randomUUID(), title = '' }: { id?: string; title?: string } = {},
): Whiteboard {
  const at = state.now().toISOString();
  const before = state.whiteboards.get(id);
  const address = `${state.baseUrl}/v1/whiteboards/${id}`;
  const whiteboard = {
    id,
    session: findLiveSession(state, sessionId).id,
    title: title || (before?.title ?? ''),
    version: (before?.version ?? 0) + 1,
    svg_url: `${address}.svg`,
    png_url: `${address}.png`,
    created_at: before?.created_at ?? at,
    updated_at: at,
  };
  state.whiteboards.set(id, whiteboard);
  const evidence = createEvidence(state, sessionId, new TextEncoder().encode('{}'));
  const mime = 'application/vnd.field-inspection.drawing+json';
  const { version } = whiteboard;
  const size = { received_sha256: null, width: null, height: null };
  keepEvidence(state, { ...evidence, kind: 'whiteboard', mime, whiteboard: id, version, ...size });
  return whiteboard;
}

const createEvidence = (
  state: FakeState,
  sessionId: string,
  bytes: Uint8Array<ArrayBuffer>,
): FakeEvidence => ({
  ...exampleEvidence(findLiveSession(state, sessionId).id, state.now().toISOString()),
  byte_size: bytes.length,
  sha256: digestFakeBytes(bytes),
  received_sha256: digestFakeBytes(bytes),
  bytes,
});

function keepEvidence(state: FakeState, evidence: FakeEvidence) {
  state.evidence.set(evidence.id, evidence);
  const { session: sessionId, whiteboard: whiteboard_id } = evidence;
  addFakeFact(state, sessionId, factOfCapture({ ...evidence, whiteboard_id, participant_id: null }));
  const shown = viewFakeEvidence(evidence);
  publishFakeEvent(state, 'evidence.created', shown);
  if (isPicture(evidence)) {
    const session = findLiveSession(state, sessionId);
    publishFakeEvent(state, 'session.evidence.captured', { ...session, evidence: shown });
  }
  return shown;
}

/** The first report waits so long for anchors; a later anchor is in the addenda. */
const REPORT_ANCHOR_WAIT_MS = 60_000;

/** Anchors an ended session's chain, and sends `session.anchored`. */
export function anchorFakeChain(state: FakeState, sessionId: string): void {
  const session = findSession(state, sessionId);
  const frozenAt = findFreeze(state, sessionId);
  if (frozenAt === null) throw new Error('The chain is not frozen: end the session first');
  const isFirst = !state.anchors.has(sessionId);
  state.anchors.set(sessionId, state.now().toISOString());
  const { token, ...anchor } = listFakeAnchors(state, sessionId)[0]!;
  if (isFirst && state.now().getTime() >= Date.parse(frozenAt) + REPORT_ANCHOR_WAIT_MS) {
    addFakeAddendum(state, sessionId, factOfLateAnchor(anchor, digestFakeBytes(atob(token!))));
  }
  publishFakeEvent(state, 'session.anchored', { ...session, anchor });
}
