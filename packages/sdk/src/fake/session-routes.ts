import type { Session } from '../resources/sessions.ts';
import { publishFakeEvent } from './fake-delivery.ts';
import { locale, nullable, oneOf, text, timestamp, uuid } from './fake-fields.ts';
import { FakeRefusal, refuseField, refuseMissing } from './fake-refusal.ts';
import { type FakeInput, type FakeRoute, pageFields } from './fake-route.ts';
import type { FakeState } from './fake-state.ts';
import { listFakePage } from './list-fake-page.ts';

const body = {
  fields: {
    notes: text(4000),
    scheduled_for: nullable(timestamp),
    locale,
    campaign: nullable(uuid),
  },
};
const query = {
  fields: {
    ...pageFields,
    status: oneOf('created', 'open', 'recording', 'closed', 'expired'),
    campaign: uuid,
    created_after: timestamp,
    created_before: timestamp,
  },
};

/** `/sessions` and what is below, without participants and media. */
export const sessionRoutes: readonly FakeRoute[] = [
  { method: 'POST', path: 'sessions', status: 201, body, run: createSession },
  { method: 'GET', path: 'sessions', status: 200, query, run: listSessions },
  { method: 'GET', path: 'sessions/*', status: 200, run: (state, { ids }) => findSession(state, ids[0]) },
  {
    method: 'PATCH',
    path: 'sessions/*',
    status: 200,
    body: { ...body, isRequired: true },
    run: updateSession,
  },
  { method: 'POST', path: 'sessions/*/end', status: 200, run: endSession },
  {
    method: 'POST',
    path: 'sessions/*/recording',
    status: 200,
    run: (state, { ids }) =>
      moveRecording(state, findSession(state, ids[0]), { from: 'open', to: 'recording' }),
  },
  {
    method: 'DELETE',
    path: 'sessions/*/recording',
    status: 200,
    run: (state, { ids }) =>
      moveRecording(state, findSession(state, ids[0]), { from: 'recording', to: 'open' }),
  },
];

export function findSession({ sessions }: FakeState, id: string | undefined): Session {
  const session = sessions.get(id ?? '');
  if (!session) throw refuseMissing();
  return session;
}

/** A session that has not ended. */
export function findLiveSession(state: FakeState, id: string | undefined): Session {
  const session = findSession(state, id);
  if (session.status !== 'closed' && session.status !== 'expired') return session;
  throw new FakeRefusal(
    'session.already_ended',
    `The session is ${session.status}; it can not be changed any more.`,
  );
}

/** Changes what is kept, and gives a copy: replies of before stay as they were. */
export function changeSession(state: FakeState, session: Session, changes: Partial<Session>): Session {
  const changed = { ...session, ...changes, updated_at: state.now().toISOString() };
  state.sessions.set(session.id, changed);
  return changed;
}

function createSession(state: FakeState, { body: given }: FakeInput): Session {
  const at = state.now().toISOString();
  const session: Session = {
    id: crypto.randomUUID(),
    status: 'created',
    operator_email: 'operator@example.com',
    scheduled_for: null,
    started_at: null,
    ended_at: null,
    notes: '',
    locale: 'en',
    consent_state: { camera: 'pending', gps: 'pending' },
    campaign: null,
    created_at: at,
    updated_at: at,
    ...readChanges(state, given),
  };
  state.sessions.set(session.id, session);
  publishFakeEvent(state, 'session.created', session);
  return session;
}

function listSessions(state: FakeState, { query: given }: FakeInput) {
  const { status, campaign, created_after: after, created_before: before } = given;
  const matches = (session: Session) =>
    (status === undefined || session.status === status) &&
    (campaign === undefined || session.campaign === campaign) &&
    (after === undefined || Date.parse(session.created_at) >= Date.parse(after as string)) &&
    (before === undefined || Date.parse(session.created_at) < Date.parse(before as string));
  return listFakePage(state, { items: state.sessions.values(), list: 'sessions', query: given, matches });
}

function updateSession(state: FakeState, { ids, body: given }: FakeInput): Session {
  const session = findLiveSession(state, ids[0]);
  const changes = Object.entries(readChanges(state, given, session)).filter(
    ([name, value]) => session[name as keyof Session] !== value,
  );
  if (changes.length === 0) return session;
  if (session.started_at && changes.some(([name]) => name === 'scheduled_for')) {
    throw new FakeRefusal(
      'session.invalid_state',
      `The session is ${session.status}; it can not be scheduled any more.`,
    );
  }
  return changeSession(state, session, Object.fromEntries(changes));
}

function endSession(state: FakeState, { ids }: FakeInput): Session {
  const session = findSession(state, ids[0]);
  if (session.status === 'closed') return session;
  if (session.status === 'expired') {
    throw new FakeRefusal('session.already_ended', 'The session is expired; it can not be ended.');
  }
  return changeSession(state, session, { status: 'closed', ended_at: state.now().toISOString() });
}

function moveRecording(
  state: FakeState,
  session: Session,
  { from, to }: { from: string; to: string },
): Session {
  const live = findLiveSession(state, session.id);
  if (live.status === from) return changeSession(state, live, { status: to });
  throw new FakeRefusal('session.invalid_state', `The session is ${live.status}; it must be ${from}.`);
}

function readChanges(state: FakeState, given: Record<string, unknown>, session?: Session): Partial<Session> {
  const { scheduled_for: planned, campaign } = given;
  if (typeof campaign === 'string' && !state.campaigns.has(campaign)) {
    throw refuseField('campaign', 'not_found', 'is not a campaign of this organisation');
  }
  if (typeof planned !== 'string') return given;
  const plannedFor = new Date(planned).toISOString();
  if (plannedFor !== session?.scheduled_for && new Date(planned) <= state.now()) {
    throw refuseField('scheduled_for', 'too_early', 'must be in the future; omit it to start now');
  }
  return { ...given, scheduled_for: plannedFor };
}
