import type { Session } from '@field-inspection/contract';
import {
  factsOfRedaction,
  holdSession,
  NO_WORDS,
  type Effects,
  releaseSession,
  requireErasable,
} from '@field-inspection/rules';
import type { RedactSessionBody } from '../../resources/sessions.ts';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import type { FakeHandler, FakeInput } from '../front/fake-service.ts';
import { addFakeAddendum, addFakeFact, findFreeze, nameFakeActor } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';
import { changeSession, findSession } from './session-handlers.ts';

export const retentionHandlers = {
  'sessions.redact': redactSession,
  'sessions.hold': (state, { ids, body, credential }) => {
    const session = findSession(state, ids[0]);
    return putHold(state, session, holdSession(session, String(body['reason']), nameFakeActor(credential)));
  },
  'sessions.release': (state, { ids, credential }) => {
    const session = findSession(state, ids[0]);
    return putHold(state, session, releaseSession(session, nameFakeActor(credential)));
  },
} as const satisfies Record<string, FakeHandler>;

/** Erases at once; the service takes seconds. */
function redactSession(state: FakeState, { ids, body, credential }: FakeInput): Session {
  const session = findSession(state, ids[0]);
  if (session.redacted_at !== null) return session;
  // Nobody has joined an expired session: its chain is frozen with it.
  requireErasable(session, session.status === 'closed' || session.status === 'expired');
  const { reason = 'data_subject_request' } = body as RedactSessionBody;
  const why = { ...nameFakeActor(credential), reason: reason as 'data_subject_request' };
  const facts = factsOfRedaction(why, {
    evidence: listHashes(state.evidence, session.id),
    reports: listHashes(state.reports, session.id),
    participants: [...state.invites.values()].filter((invite) => invite.session === session.id).length,
  });
  if (session.status === 'closed') for (const fact of facts) addFakeAddendum(state, session.id, fact);
  eraseThings(state, session.id);
  const outcome = session.outcome && { ...session.outcome, note: '' };
  const redacted = changeSession(state, session, { ...NO_WORDS, outcome, redacted_at: state.now() });
  publishFakeEvent(state, 'session.redacted', redacted);
  return redacted;
}

const listHashes = (
  things: Map<string, { session: string; sha256: string | null }>,
  sessionId: string,
): string[] =>
  [...things.values()].flatMap(({ session, sha256 }) => (session === sessionId && sha256 ? [sha256] : []));

function eraseThings(state: FakeState, sessionId: string): void {
  const nobody = {
    recipient_first_name: '',
    recipient_last_name: '',
    recipient_email: '',
    recipient_phone: '',
    otp_code: null,
  };
  const noSigner = { name: '', email: '', phone: '' };
  change(state.invites, sessionId, (invite) => ({ ...invite, ...nobody }));
  change(state.evidence, sessionId, (evidence) => ({ ...evidence, gps: null, slot: '', finding: null }));
  change(state.whiteboards, sessionId, (whiteboard) => ({ ...whiteboard, title: '' }));
  change(state.reports, sessionId, (report) => ({ ...report, pdf_url: null }));
  change(state.recipients, sessionId, (recipient) => ({
    ...recipient,
    name: '',
    email: '',
    status: 'revoked' as const,
  }));
  change(state.signatures, sessionId, (signature) => ({
    ...signature,
    signer: noSigner,
    status: signature.status === 'pending' ? 'cancelled' : signature.status,
  }));
  for (const [id, { session }] of state.deliveries) if (session === sessionId) state.deliveries.delete(id);
}

function change<Thing extends { session: string }>(
  things: Map<string, Thing>,
  sessionId: string,
  erase: (thing: Thing) => Thing,
): void {
  for (const [id, thing] of things) if (thing.session === sessionId) things.set(id, erase(thing));
}

function putHold(
  state: FakeState,
  session: Session,
  outcome: Effects<{ on_hold: boolean }> | undefined,
): Session {
  if (!outcome) return session;
  const note = findFreeze(state, session.id) === null ? addFakeFact : addFakeAddendum;
  for (const fact of outcome.facts) note(state, session.id, fact);
  return changeSession(state, session, outcome.changes);
}
