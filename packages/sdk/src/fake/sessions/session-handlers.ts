import type { Session } from '@field-inspection/contract';
import {
  type ChangedSession,
  choosePhotos,
  describeNewSession,
  endOfInvite,
  endSession,
  factOfCreation,
  type GivenSession,
  noSuch,
  type Effects,
  refuseCreation,
  requireMove,
  requireTemplate,
  requireUnredacted,
  type SaidOutcome,
  setOutcome,
  updateSession,
  USUAL_TTL_MINUTES,
} from '@field-inspection/rules';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { addFakeAddendum, addFakeFact, nameFakeActor } from '../state/fake-chain.ts';
import { exampleReport, exampleSession } from '../state/fake-examples.ts';
import type { FakeState } from '../state/fake-state.ts';
import { describeFakeMedia } from './describe-fake-media.ts';

/** Redaction and legal holds are in `retentionHandlers`, recordings in `recordingHandlers`. */
export const sessionHandlers: Omit<
  FakeHandlers<'sessions'>,
  | 'sessions.redact'
  | 'sessions.hold'
  | 'sessions.release'
  | 'sessions.startRecording'
  | 'sessions.stopRecording'
> = {
  'sessions.create': (state, input) => {
    const session = addSession(state, input);
    publishFakeEvent(state, 'session.created', session);
    return session;
  },
  'sessions.list': listSessions,
  'sessions.get': (state, { ids }) => findSession(state, ids[0]),
  'sessions.update': changeWords,
  'sessions.end': closeSession,
  'sessions.setOutcome': sayOutcome,
  'sessions.createMediaConnection': (state, { ids, credential }) =>
    describeFakeMedia(state, {
      room: findLiveSession(state, ids[0]).id,
      identity: `operator-${credential?.id}`,
      publish: ['microphone'],
    }),
};

export function findSession({ sessions }: FakeState, id: string | undefined): Session {
  const session = sessions.get(id ?? '');
  if (!session) throw noSuch('session', id);
  return session;
}

export const refuseRedacted = (state: FakeState, id: string | undefined): void =>
  requireUnredacted(findSession(state, id));

export function findLiveSession(state: FakeState, id: string | undefined): Session {
  const session = findSession(state, id);
  requireMove(session, 'change');
  return session;
}

type Changes = { [Name in keyof Session]?: Session[Name] | Date };

export function changeSession(state: FakeState, session: Session, changes: Changes): Session {
  const shown = Object.entries({ ...changes, updated_at: state.now() }).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  const changed: Session = { ...session, ...Object.fromEntries(shown) };
  state.sessions.set(session.id, changed);
  return changed;
}

export function putOutcome(
  state: FakeState,
  session: Session,
  { changes, facts }: Effects<Changes>,
): Session {
  for (const fact of facts) addFakeFact(state, session.id, fact);
  return changeSession(state, session, changes);
}

export function addSession(
  state: FakeState,
  { body: given, credential }: Pick<FakeInput, 'body' | 'credential'>,
): Session {
  const body = given as GivenSession;
  const { organisation, sessions, campaigns, templates } = state;
  const campaign = campaigns.get(body.campaign ?? '');
  const fresh = describeNewSession(body, {
    now: state.now(),
    operatorEmail: 'operator@example.com',
    locale: organisation.locale,
    template: body.template == null ? null : requireTemplate(templates.get(body.template)?.at(-1)),
    campaignShots: campaign?.shots ?? [],
  });
  const refusal = refuseCreation({
    ...organisation,
    used: sessions.size,
    hasCampaign: body.campaign == null || campaign !== undefined,
  });
  if (refusal) throw refusal;
  const blank = exampleSession(fresh.created_at.toISOString());
  const ids = { organisation_id: organisation.id, session_id: blank.id, campaign: body.campaign ?? null };
  addFakeFact(state, blank.id, factOfCreation(fresh, { ...ids, actor: nameFakeActor(credential) }));
  return changeSession(state, blank, { ...fresh, campaign: ids.campaign });
}

function listSessions(state: FakeState, { query: given }: FakeInput) {
  const { status, campaign, created_after: after, created_before: before } = given;
  const matches = (session: Session) =>
    (status === undefined || session.status === status) &&
    (campaign === undefined || session.campaign === campaign) &&
    hasWords(session, given) &&
    hasEnd(session, given) &&
    hasAppointment(session, given) &&
    // Nobody connects to the fake.
    given.live !== 'true' &&
    (after === undefined || Date.parse(session.created_at) >= Date.parse(after as string)) &&
    (before === undefined || Date.parse(session.created_at) < Date.parse(before as string));
  return listFakePage(state, { items: state.sessions.values(), list: 'sessions', query: given, matches });
}

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

export function hasEnd({ outcome, ended_at, status }: Session, wanted: FakeInput['query']): boolean {
  const { outcome: came, ended_after: after, ended_before: before } = wanted as Record<string, string>;
  return (
    (came === undefined || (status === 'closed' && (outcome?.outcome ?? 'none') === came)) &&
    ((after ?? before) === undefined || ended_at !== null) &&
    (after === undefined || Date.parse(ended_at!) >= Date.parse(after)) &&
    (before === undefined || Date.parse(ended_at!) < Date.parse(before))
  );
}

function hasAppointment({ scheduled_for: at }: Session, wanted: FakeInput['query']): boolean {
  const { scheduled_after: after, scheduled_before: before } = wanted as Record<string, string>;
  return (
    ((after ?? before) === undefined || at !== null) &&
    (after === undefined || Date.parse(at!) >= Date.parse(after)) &&
    (before === undefined || Date.parse(at!) < Date.parse(before))
  );
}

function changeWords(state: FakeState, { ids, body: given, credential }: FakeInput): Session {
  const session = findSession(state, ids[0]);
  const body = given as ChangedSession;
  const outcome = updateSession(session, body, {
    now: state.now(),
    hasCampaign: body.campaign == null || state.campaigns.has(body.campaign),
    actor: nameFakeActor(credential),
  });
  if (!outcome) return session;
  const changed = putOutcome(state, session, outcome);
  extendFakeInvites(state, changed);
  publishFakeEvent(state, outcome.event, changed);
  return changed;
}

export function closeSession(state: FakeState, { ids, credential }: FakeInput): Session {
  const session = findSession(state, ids[0]);
  const outcome = endSession(session, { now: state.now(), actor: nameFakeActor(credential) });
  if (!outcome) return session;
  const closed = putOutcome(state, session, outcome);
  publishFakeEvent(state, outcome.event, closed);
  askForReport(state, closed);
  return closed;
}

/** The freeze asks for the first report, after the session was told to have ended. */
function askForReport(state: FakeState, session: Session): void {
  const photos = choosePhotos(countFakePhotos(state, session.id));
  const report = { ...exampleReport(session.id, state.now().toISOString()), locale: session.locale, photos };
  state.reports.set(report.id, report);
  const { id, status, ready_at } = report;
  state.sessions.set(session.id, { ...session, report: { id, status, ready_at } });
}

export const countFakePhotos = ({ evidence }: FakeState, sessionId: string): number =>
  [...evidence.values()].filter(
    ({ session, kind, status }) => session === sessionId && kind === 'photo' && status === 'ready',
  ).length;

/** No upload is ever under way in the fake, so the outcome stands in the addenda. */
function sayOutcome(state: FakeState, { ids, body, credential }: FakeInput): Session {
  const session = findSession(state, ids[0]);
  const by = { now: state.now(), actor: nameFakeActor(credential) };
  const { changes, facts, event } = setOutcome(session, body as SaidOutcome, by);
  for (const fact of facts) addFakeAddendum(state, session.id, fact);
  const outcome = { ...changes, set_at: changes.set_at.toISOString() };
  const changed = changeSession(state, session, { outcome });
  publishFakeEvent(state, event, changed);
  return changed;
}

/** Invites with a chosen lifetime stay as they are. */
function extendFakeInvites(state: FakeState, { id, scheduled_for: scheduledFor }: Session): void {
  const now = state.now();
  for (const invite of state.invites.values()) {
    const isOpen = !invite.joined_at && !invite.revoked_at && new Date(invite.expires_at) > now;
    if (invite.session !== id || invite.ttl_minutes !== USUAL_TTL_MINUTES || !isOpen) continue;
    const end = endOfInvite({ ttlMinutes: invite.ttl_minutes, scheduledFor }, now).toISOString();
    if (scheduledFor && end > invite.expires_at) state.invites.set(invite.id, { ...invite, expires_at: end });
  }
}
