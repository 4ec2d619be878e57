import type {
  Contact,
  LocaleCode,
  Metadata,
  MetadataChanges,
  ReportRecipient,
  Session,
  Shot,
} from '@field-inspection/contract';
import { MAX_METADATA_PAIRS } from '@field-inspection/contract/plain';
import type { Actor, Fact, Instant, ToldEffects } from '../effects.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { storeContact } from './contact.ts';
import { noSuchCampaign, type GivenSession, type SessionTexts } from './create-session.ts';
import { isSame } from './is-same.ts';
import { readScheduledFor } from './planned-time.ts';
import { requireMove, requireUnredacted } from './session-state.ts';
import { storeRecipients } from './report-recipients.ts';
import { storeShots } from './shots.ts';

type Outcomes = NonNullable<Session['outcome']>['outcome'];

export type SaidOutcome = { outcome: Outcomes; note?: string | undefined };

type By = { actor: Actor | undefined };

type Changeable = SessionTexts & {
  status: string;
  started_at: Instant | null;
  scheduled_for: Instant | null;
  locale: LocaleCode;
  campaign: string | null;
  metadata: Metadata;
  shots: Shot[];
  contact: Contact | null;
  report_recipients: ReportRecipient[];
};

export type ChangedSession = Omit<GivenSession, 'metadata' | 'template'> & {
  metadata?: MetadataChanges | undefined;
};

export type SessionChanges = Partial<
  Pick<
    Changeable,
    keyof SessionTexts | 'locale' | 'campaign' | 'metadata' | 'shots' | 'contact' | 'report_recipients'
  > & {
    scheduled_for: Date | null;
  }
>;

/** A session can be changed until it is closed. Gives undefined where nothing differs. */
export const updateSession = (
  session: Changeable,
  body: ChangedSession,
  { now, hasCampaign, actor }: By & { now: Date; hasCampaign: boolean },
): ToldEffects<SessionChanges, 'session.updated'> | undefined => {
  requireMove(session, 'change');
  const changes = listChanges(session, body, now);
  if (Object.keys(changes).length === 0) return undefined;
  if (changes.campaign && !hasCampaign) throw noSuchCampaign();
  if ('scheduled_for' in changes && session.started_at) {
    const detail = `The session is ${session.status}; it can not be scheduled any more.`;
    throw new Refusal('session.invalid_state', detail);
  }
  return { changes, facts: [describeChanges(changes, actor)], event: 'session.updated' };
};

const listChanges = (
  session: Changeable,
  {
    scheduled_for: planned,
    metadata,
    shots,
    contact,
    report_recipients: recipients,
    ...words
  }: ChangedSession,
  now: Date,
): SessionChanges => {
  const wanted = Object.entries({
    ...words,
    metadata: mergeMetadata(session.metadata, metadata),
    shots: shots && storeShots(shots),
    contact: contact && storeContact(contact),
    report_recipients: recipients && storeRecipients(recipients),
  });
  const changed = wanted.filter(
    ([name, value]) => value !== undefined && !isSame(value, session[name as keyof Changeable]),
  );
  return { ...Object.fromEntries(changed), ...movePlan(session, planned, now) };
};

const movePlan = (
  { scheduled_for: before }: Changeable,
  planned: ChangedSession['scheduled_for'],
  now: Date,
): Pick<SessionChanges, 'scheduled_for'> => {
  const isSameTime = planned && before ? +new Date(planned) === +new Date(before) : planned === before;
  const after = isSameTime ? undefined : readScheduledFor(planned, now);
  return after === undefined ? {} : { scheduled_for: after };
};

// Fields that are not named here are an integrator's words, which may name a person.
const describeChanges = (
  { scheduled_for, locale, campaign, contact, ...words }: SessionChanges,
  actor: Actor | undefined,
): Fact => ({
  kind: 'session.updated',
  payload: {
    ...actor,
    ...(scheduled_for === undefined ? {} : { scheduled_for: scheduled_for?.toISOString() ?? null }),
    ...(locale === undefined ? {} : { locale }),
    ...(campaign === undefined ? {} : { campaign }),
  },
  // A commitment has a value: {} stands for nobody.
  personal: { ...words, ...(contact === undefined ? {} : { contact: contact ?? {} }) },
});

/**
 * A value sets its pair, null removes it, the others stay. Gives undefined when nothing differs.
 *
 * @throws {Refusal} validation_error when too many would remain
 */
const mergeMetadata = (before: Metadata, changes: MetadataChanges = {}): Metadata | undefined => {
  const isSet = ([key, value]: [string, string | null]) => (readOwn(before, key) ?? null) === value;
  if (Object.entries(changes).every(isSet)) return undefined;
  const after = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  if (after.length > MAX_METADATA_PAIRS) {
    const rest = `at most ${MAX_METADATA_PAIRS} remain. Remove some by null`;
    throw invalidField('metadata', `would have ${after.length} pairs; ${rest}`);
  }
  return Object.fromEntries(after) as Metadata;
};

// A key may have the name of an inherited member, such as constructor.
const readOwn = (pairs: Metadata, key: string) => (Object.hasOwn(pairs, key) ? pairs[key] : undefined);

/** The one way to close a session. Gives undefined where it is closed already. */
export const endSession = (
  session: { status: string },
  { now, actor }: By & { now: Date },
): ToldEffects<{ status: 'closed'; ended_at: Date }, 'session.ended'> | undefined => {
  requireMove(session, 'end');
  if (session.status === 'closed') return undefined;
  const stopped: Fact = { kind: 'recording.stopped', payload: { ...actor } };
  const ended: Fact = {
    kind: 'session.ended',
    payload: { ...actor, from_status: session.status, ended_at: now.toISOString() },
  };
  return {
    changes: { status: 'closed', ended_at: now },
    facts: session.status === 'recording' ? [stopped, ended] : [ended],
    event: 'session.ended',
  };
};

/** Each outcome is a fact and an event; the last one counts. */
export const setOutcome = (
  session: { status: string; redacted_at: unknown },
  { outcome, note = '' }: SaidOutcome,
  { now, actor }: By & { now: Date },
): ToldEffects<{ outcome: Outcomes; note: string; set_at: Date }, 'session.outcome'> => {
  requireUnredacted(session);
  if (session.status !== 'closed') {
    const detail = `The session is ${session.status}; what it came to is said once it is closed.`;
    throw new Refusal('session.invalid_state', detail);
  }
  const fact: Fact = {
    kind: 'session.outcome',
    payload: { ...actor, outcome },
    ...(note === '' ? {} : { personal: { note } }),
  };
  return { changes: { outcome, note, set_at: now }, facts: [fact], event: 'session.outcome' };
};
