import {
  isRecording,
  missingScope,
  noSuch,
  requireBundle,
  requireReady,
  setFinding,
} from '@field-inspection/rules';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakeEntries, listFakePage } from '../front/list-fake-page.ts';
import { findNewestReport } from './report-handlers.ts';
import { listFakeMissing } from '../sessions/inspection-handlers.ts';
import { findSession, refuseRedacted } from '../sessions/session-handlers.ts';
import {
  addFakeAddendum,
  addFakeFact,
  findFreeze,
  nameFakeActor,
  readFakeAddenda,
  readFakeChain,
} from '../state/fake-chain.ts';
import type { FakeEvidence, FakeState } from '../state/fake-state.ts';

/** An empty ZIP is just its end. */
const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)]);

export const evidenceHandlers: FakeHandlers<'evidence'> = {
  'evidence.list': listEvidence,
  'evidence.get': summarizeEvidence,
  'evidence.listChain': listChain,
  'evidence.listAddenda': listAddenda,
  'evidence.download': downloadEvidence,
  'evidence.setFinding': sayFinding,
  'evidence.downloadBundle': (state, { ids }) => {
    const { id } = findSession(state, ids[0]);
    requireBundle({ frozen_at: findFreeze(state, id) });
    return new Blob([EMPTY_ZIP], { type: 'application/zip' });
  },
};

function listEvidence(state: FakeState, { query, credential }: FakeInput) {
  const { session_id: session, kind } = query;
  const hasRecordings = credential?.scopes.includes('recordings:read');
  const page = listFakePage(state, {
    items: state.evidence.values(),
    list: `evidence ${hasRecordings}`,
    query,
    matches: (item) =>
      (session === undefined || item.session === session) &&
      (kind === undefined || item.kind === kind) &&
      (hasRecordings || !isRecording(item)),
  });
  return { ...page, data: page.data.map(viewFakeEvidence) };
}

export function viewFakeEvidence(evidence: FakeEvidence) {
  const { bytes: _bytes, ...shown } = evidence;
  return shown;
}

function summarizeEvidence(state: FakeState, { ids }: FakeInput) {
  const session = findSession(state, ids[0]);
  const { id } = session;
  const frozenAt = findFreeze(state, id);
  return {
    session: id,
    pdf_url: findNewestReport(state, id)?.pdf_url ?? null,
    audit_chain_hash: frozenAt && readFakeChain(state, id).at(-1)!.hash,
    frozen_at: frozenAt,
    anchors: frozenAt ? listFakeAnchors(state, id) : [],
    addenda: summarizeAddenda(state, id),
    missing_shots: listFakeMissing(state, session),
  };
}

export const listFakeAnchors = ({ anchors }: Pick<FakeState, 'anchors'>, sessionId: string) => [
  describeAnchor(anchors.get(sessionId) ?? null),
];

const describeAnchor = (genTime: string | null) => ({
  authority: 'demo',
  demo: true,
  status: genTime ? 'anchored' : 'pending',
  gen_time: genTime,
  serial: genTime && '01',
  policy: genTime && '1.3.6.1.4.1.0',
  token: genTime && btoa('a token of the fake'),
  error: null,
});

/** The fake's authority never answers for addenda. */
function summarizeAddenda(state: FakeState, sessionId: string) {
  const entries = readFakeAddenda(state, sessionId);
  const last = entries.at(-1);
  const anchors = last ? [{ ...describeAnchor(null), sequence: last.sequence }] : [];
  return { head: last?.hash ?? null, length: entries.length, anchors };
}

function listChain(state: FakeState, input: FakeInput) {
  const { id } = findSession(state, input.ids[0]);
  return listFakeEntries(state, readFakeChain(state, id), { list: `chain ${id}`, query: input.query });
}

function listAddenda(state: FakeState, input: FakeInput) {
  const { id } = findSession(state, input.ids[0]);
  return listFakeEntries(state, readFakeAddenda(state, id), { list: `addenda ${id}`, query: input.query });
}

function downloadEvidence(state: FakeState, { ids: [sessionId, id = ''], credential }: FakeInput): Blob {
  const evidence = state.evidence.get(id);
  if (evidence?.session !== sessionId) throw noSuch('evidence', id);
  requireReady(evidence!);
  if (isRecording(evidence!) && !credential?.scopes.includes('recordings:read'))
    throw missingScope('recordings:read');
  refuseRedacted(state, sessionId);
  return new Blob([evidence!.bytes], { type: evidence!.mime });
}

function sayFinding(state: FakeState, { ids: [sessionId, id = ''], body, credential }: FakeInput) {
  const session = state.sessions.get(sessionId ?? '');
  const photo = state.evidence.get(id);
  if (!session || photo?.session !== session.id) throw noSuch('evidence', id);
  const by = { now: state.now(), actor: nameFakeActor(credential), author: session.operator_email };
  const { changes, facts, event } = setFinding({ ...session, photo: photo! }, body as { text: string }, by);
  const add = findFreeze(state, session.id) ? addFakeAddendum : addFakeFact;
  for (const fact of facts) add(state, session.id, fact);
  const { finding: text, finding_author: author, finding_set_at: setAt } = changes;
  const finding = setAt && { text, author, set_at: setAt.toISOString() };
  const changed = { ...photo!, finding };
  state.evidence.set(id, changed);
  const shown = viewFakeEvidence(changed);
  publishFakeEvent(state, event, shown);
  return shown;
}

export const verificationHandlers: FakeHandlers<'verification'> = { 'verification.verify': verifyHead };

function verifyHead(state: FakeState, { ids: [hash = ''] }: FakeInput) {
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
