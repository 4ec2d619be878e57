import type { MetadataChanges, Session, SetOutcomeBody, ShotInput } from '../../resources/sessions.ts';
import { FAKE_PLANS } from '../contract/vocabulary.ts';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import { FakeRefusal, refuseField, refuseMissing } from '../front/fake-refusal.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { addFakeAddendum, addFakeFact, digestFakeBytes } from '../state/fake-chain.ts';
import { exampleReport, exampleSession } from '../state/fake-examples.ts';
import type { FakeState } from '../state/fake-state.ts';
import { describeFakeMedia } from './describe-fake-media.ts';
import { extendFakeInvites } from './fake-invite-end.ts';
import { storeFakeShots } from './fake-shots.ts';

/** But for what erases a session, or keeps it from that, `retentionHandlers`, and for recordings, `recordingHandlers`. */
export const sessionHandlers: Omit<
  FakeHandlers<'sessions'>,
  | 'sessions.redact'
  | 'sessions.hold'
  | 'sessions.release'
  | 'sessions.startRecording'
  | 'sessions.stopRecording'
> = {
  'sessions.create': (state, { body }) => {
    const session = addSession(state, body);
    publishFakeEvent(state, 'session.created', session);
    return session;
  },
  'sessions.list': listSessions,
  'sessions.get': (state, { ids }) => findSession(state, ids[0]),
  'sessions.update': updateSession,
  'sessions.end': (state, { ids }) => endSession(state, ids[0]),
  'sessions.setOutcome': setOutcome,
  'sessions.createMediaConnection': (state, { ids, credential }) =>
    describeFakeMedia(state, {
      room: findLiveSession(state, ids[0]).id,
      identity: `operator-${credential?.id}`,
      publish: ['microphone'],
    }),
};

export function findSession({ sessions }: FakeState, id: string | undefined): Session {
  const session = sessions.get(id ?? '');
  if (!session) throw refuseMissing('session', id);
  return session;
}

/** Refuses what was erased with its session. */
export function refuseRedacted(state: FakeState, id: string | undefined): void {
  if (findSession(state, id).redacted_at === null) return;
  throw new FakeRefusal('session.redacted', 'The session was redacted: what it held was erased.');
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

/** A new session, unless the plan or the subscription forbids it; nobody is told yet. */
export function addSession(state: FakeState, given: Record<string, unknown>): Session {
  const planned = readPlanned(state, given);
  checkSubscription(state);
  checkCampaign(state, given);
  checkQuota(state);
  const shots = findShots(state, given);
  const session = { ...exampleSession(state.now().toISOString()), ...given, ...planned, shots };
  state.sessions.set(session.id, session);
  addFakeFact(state, session.id, { kind: 'session.created', payload: { session_id: session.id } });
  return session;
}

/** Its own, else those of its campaign. */
function findShots({ campaigns }: FakeState, { shots, campaign }: Record<string, unknown>) {
  if (shots) return storeFakeShots(shots as ShotInput[]);
  return campaigns.get(String(campaign))?.shots ?? [];
}

function listSessions(state: FakeState, { query: given }: FakeInput) {
  const { status, campaign, created_after: after, created_before: before } = given;
  const matches = (session: Session) =>
    (status === undefined || session.status === status) &&
    (campaign === undefined || session.campaign === campaign) &&
    hasWords(session, given) &&
    hasEnd(session, given) &&
    (after === undefined || Date.parse(session.created_at) >= Date.parse(after as string)) &&
    (before === undefined || Date.parse(session.created_at) < Date.parse(before as string));
  return listFakePage(state, { items: state.sessions.values(), list: 'sessions', query: given, matches });
}

/** Whether a session has the reference and all the pairs that a list is filtered by. */
export function hasWords({ type, reference, metadata }: Session, wanted: FakeInput['query']): boolean {
  const {
    type: wantedType = type,
    reference: exactly,
    metadata: pairs = {},
  } = wanted as {
    type?: string;
    reference?: string;
    metadata?: Record<string, string>;
  };
  return (
    type === wantedType &&
    (exactly === undefined || reference === exactly) &&
    Object.entries(pairs).every(([key, value]) => Object.hasOwn(metadata, key) && metadata[key] === value)
  );
}

/** Whether a session ended, and came to what, as a list is filtered. */
export function hasEnd({ outcome, ended_at }: Session, wanted: FakeInput['query']): boolean {
  const { outcome: came, ended_after: after, ended_before: before } = wanted as Record<string, string>;
  return (
    (came === undefined || outcome?.outcome === came) &&
    ((after ?? before) === undefined || ended_at !== null) &&
    (after === undefined || Date.parse(ended_at!) >= Date.parse(after)) &&
    (before === undefined || Date.parse(ended_at!) < Date.parse(before))
  );
}

function updateSession(state: FakeState, { ids, body: given }: FakeInput): Session {
  const session = findLiveSession(state, ids[0]);
  const planned = readPlanned(state, given, session);
  checkCampaign(state, given);
  const changes = Object.entries({
    ...given,
    ...planned,
    ...mergeMetadata(session, given),
    ...replaceShots(session, given),
  }).filter(([name, value]) => session[name as keyof Session] !== value);
  if (changes.length === 0) return session;
  if (session.started_at && changes.some(([name]) => name === 'scheduled_for')) {
    throw new FakeRefusal(
      'session.invalid_state',
      `The session is ${session.status}; it can not be scheduled any more.`,
    );
  }
  const changed = changeSession(state, session, Object.fromEntries(changes));
  extendFakeInvites(state, changed);
  publishFakeEvent(state, 'session.updated', changed);
  return changed;
}

const MAX_METADATA_PAIRS = 20;

/** A value sets its pair, null removes it, the others stay. */
function mergeMetadata(
  { metadata }: Session,
  { metadata: changes }: Record<string, unknown>,
): Pick<Partial<Session>, 'metadata'> {
  const after = Object.entries({ ...metadata, ...(changes as MetadataChanges) }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  );
  if (after.length > MAX_METADATA_PAIRS) {
    const rest = `at most ${MAX_METADATA_PAIRS} remain. Remove some by null`;
    throw refuseField('body.metadata', 'invalid_value', `would have ${after.length} pairs; ${rest}`);
  }
  const isSame =
    after.length === Object.keys(metadata).length && after.every(([key, value]) => metadata[key] === value);
  return { metadata: isSame ? metadata : Object.fromEntries(after) };
}

/** Those given take the place of all; the same as before are no change. */
function replaceShots(
  { shots: before }: Session,
  { shots }: Record<string, unknown>,
): Pick<Partial<Session>, 'shots'> {
  if (!shots) return {};
  const after = storeFakeShots(shots as ShotInput[]);
  return { shots: JSON.stringify(after) === JSON.stringify(before) ? before : after };
}

/** Closes a session; of one that is closed nothing changes. */
export function endSession(state: FakeState, id: string | undefined): Session {
  const session = findSession(state, id);
  if (session.status === 'closed') return session;
  if (session.status === 'expired') {
    throw new FakeRefusal('session.already_ended', 'The session is expired; it can not be ended.');
  }
  addFakeFact(state, session.id, { kind: 'session.ended', payload: { from_status: session.status } });
  const closed = changeSession(state, session, { status: 'closed', ended_at: state.now().toISOString() });
  publishFakeEvent(state, 'session.ended', closed);
  askForReport(state, closed);
  return closed;
}

/** The freeze asks for the first report: once the session was told to have ended. */
function askForReport(state: FakeState, session: Session): void {
  const report = { ...exampleReport(session.id, state.now().toISOString()), locale: session.locale };
  state.reports.set(report.id, report);
  const { id, status, ready_at } = report;
  state.sessions.set(session.id, { ...session, report: { id, status, ready_at } });
}

/** Says what a closed session came to; no upload is ever under way here, so it stands in the addenda. */
function setOutcome(state: FakeState, { ids, body }: FakeInput): Session {
  const session = findSession(state, ids[0]);
  refuseRedacted(state, session.id);
  if (session.status !== 'closed') {
    const detail = `The session is ${session.status}; what it came to is said once it is closed.`;
    throw new FakeRefusal('session.invalid_state', detail);
  }
  const { outcome, note = '' } = body as unknown as SetOutcomeBody;
  const payload = { outcome, ...(note === '' ? {} : { note: digestFakeBytes(note) }) };
  addFakeAddendum(state, session.id, { kind: 'session.outcome', payload });
  const set_at = state.now().toISOString();
  const changed = changeSession(state, session, { outcome: { outcome, note, set_at } });
  publishFakeEvent(state, 'session.outcome', changed);
  return changed;
}

function checkCampaign({ campaigns }: FakeState, { campaign }: Record<string, unknown>): void {
  if (typeof campaign !== 'string' || campaigns.has(campaign)) return;
  throw refuseField('body.campaign', 'not_found', 'is not a campaign of this organisation');
}

/** The time for which a session is planned, where one is given. */
function readPlanned(
  state: FakeState,
  { scheduled_for: planned }: Record<string, unknown>,
  session?: Session,
): Pick<Partial<Session>, 'scheduled_for'> {
  if (typeof planned !== 'string') return {};
  const plannedFor = new Date(planned).toISOString();
  if (plannedFor !== session?.scheduled_for && new Date(planned) <= state.now()) {
    throw refuseField('body.scheduled_for', 'too_early', 'must be in the future; omit it to start now');
  }
  if (plannedFor >= '9999')
    throw refuseField('body.scheduled_for', 'too_late', 'must be before the year 9999');
  return { scheduled_for: plannedFor };
}

/** @throws {FakeRefusal} when it is not paid */
export function checkSubscription({ organisation: { subscription } }: FakeState): void {
  if (subscription === 'active' || subscription === 'trialing') return;
  const remedy =
    subscription === 'canceled' ? 'was canceled. Take a plan' : 'is past due. Pay the open invoice';
  throw new FakeRefusal(
    'billing.subscription_past_due',
    `The subscription ${remedy}, then create the session again.`,
  );
}

/** @throws {FakeRefusal} when a limited plan has used its inspections; a session counts from its creation on */
export function checkQuota({ organisation: { plan }, sessions }: FakeState): void {
  const { inspections } = FAKE_PLANS[plan];
  if (inspections === null || sessions.size < inspections) return;
  throw new FakeRefusal(
    'billing.free_plan_minutes_exhausted',
    `The plan ${plan} has ${inspections} inspections and all are used. Change the plan.`,
  );
}
