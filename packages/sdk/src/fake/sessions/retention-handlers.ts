import type { Session } from '@field-inspection/contract';
import { Refusal } from '@field-inspection/rules';
import type { RedactSessionBody } from '../../resources/sessions.ts';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import type { FakeHandler, FakeInput } from '../front/fake-service.ts';
import { addFakeAddendum, addFakeFact, findFreeze } from '../state/fake-chain.ts';
import type { FakeState, FakeValue } from '../state/fake-state.ts';
import { changeSession, findSession, refuseRedacted } from './session-handlers.ts';

export const retentionHandlers = {
  'sessions.redact': redactSession,
  'sessions.hold': (state, { ids }) => {
    refuseRedacted(state, ids[0]);
    return changeHold(state, ids[0], { on_hold: true, kind: 'session.held' });
  },
  'sessions.release': (state, { ids }) =>
    changeHold(state, ids[0], { on_hold: false, kind: 'session.released' }),
} as const satisfies Record<string, FakeHandler>;

/** Erases at once what the service erases within seconds. */
function redactSession(state: FakeState, { ids, body }: FakeInput): Session {
  const session = findSession(state, ids[0]);
  if (session.redacted_at !== null) return session;
  if (session.on_hold) throw new Refusal('session.on_hold', 'The session is under a legal hold.');
  if (session.status !== 'closed' && session.status !== 'expired') {
    throw new Refusal('session.invalid_state', `The session is ${session.status}. End it first.`);
  }
  const { reason = 'data_subject_request' } = body as RedactSessionBody;
  if (session.status === 'closed') noteRedaction(state, session.id, reason);
  eraseThings(state, session.id);
  const outcome = session.outcome && { ...session.outcome, note: '' };
  const words = { notes: '', type: '', reference: '', metadata: {}, shots: [], outcome };
  const redacted = changeSession(state, session, { ...words, redacted_at: state.now().toISOString() });
  publishFakeEvent(state, 'session.redacted', redacted);
  return redacted;
}

function noteRedaction(state: FakeState, sessionId: string, reason: string): void {
  const withheld = [...state.evidence.values(), ...state.reports.values()]
    .filter(({ session, sha256 }) => session === sessionId && sha256 !== null)
    .map(({ sha256 }) => sha256 as FakeValue);
  addFakeAddendum(state, sessionId, { kind: 'redaction', payload: { reason, withheld } });
}

function eraseThings(state: FakeState, sessionId: string): void {
  const nobody = {
    recipient_first_name: '',
    recipient_last_name: '',
    recipient_email: '',
    recipient_phone: '',
    otpCode: null,
  };
  const noSigner = { name: '', email: '', phone: '' };
  change(state.invites, sessionId, (invite) => ({ ...invite, ...nobody }));
  change(state.evidence, sessionId, (evidence) => ({ ...evidence, gps: null, slot: '' }));
  change(state.whiteboards, sessionId, (whiteboard) => ({ ...whiteboard, title: '' }));
  change(state.reports, sessionId, (report) => ({ ...report, pdf_url: null }));
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

function changeHold(
  state: FakeState,
  id: string | undefined,
  { on_hold, kind }: { on_hold: boolean; kind: string },
): Session {
  const session = findSession(state, id);
  if (session.on_hold === on_hold) return session;
  const note = findFreeze(state, session.id) === null ? addFakeFact : addFakeAddendum;
  note(state, session.id, { kind, payload: {} });
  return changeSession(state, session, { on_hold });
}
