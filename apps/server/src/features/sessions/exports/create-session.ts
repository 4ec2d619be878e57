import {
  CREATING_STATUSES,
  PLAN_LIMITS,
  type CreateSessionBody,
  type Plan,
  type Session,
  type Shot,
  type SubscriptionStatus,
} from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import { LostRaceError, type Tx } from '../../../platform/database/transact.ts';
import { startChain } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { publishEvent } from '../../events/exports/publish-event.ts';
import { readScheduledFor, scheduleSession } from './schedule-session.ts';
import { findCampaignShots, requireCampaign } from './session-campaign.ts';
import { readMetadata, readShots, viewSession, type SessionRow } from './session-view.ts';
import { storeShots } from './store-shots.ts';

export type Operator = Omit<Caller, 'scopes' | 'withheldScopes' | 'keyHash' | 'linkDomain'>;

type NewSessionBody = z.output<typeof CreateSessionBody>;

/**
 * Creates a session, unless the organisation's plan or subscription forbids it. Without shots of its own it asks for
 * what its campaign asks for.
 */
export const createSession = async (
  context: Pick<Context, 'config' | 'ids' | 'random'>,
  tx: Tx,
  { operator, body }: { operator: Operator; body: NewSessionBody },
): Promise<Session> => {
  const { organisationId } = operator;
  const shots = body.shots
    ? storeShots(body.shots)
    : await findCampaignShots(tx, organisationId, body.campaign);
  const session = describeSession(operator, body, { id: context.ids.next(), shots, now: tx.now });
  tx.sessionId = session.id;
  insertSession(tx, session);
  recordCreation(context, tx, { session, operator });
  scheduleSession(context, tx, session);
  const view = viewSession({ ...session, report: null });
  publishEvent(context, tx, {
    organisationId,
    type: 'session.created',
    data: view,
    sessionId: session.id,
  });
  return view;
};

const describeSession = (
  { organisationId, operatorEmail, organisationLocale }: Operator,
  body: NewSessionBody,
  { id, shots, now }: { id: string; shots: Shot[]; now: Date },
): SessionRow => ({
  organisation_id: organisationId,
  id,
  status: 'created',
  operator_email: operatorEmail,
  scheduled_for: readScheduledFor(body.scheduled_for, now) ?? null,
  started_at: null,
  ended_at: null,
  completed_at: null,
  notes: body.notes ?? '',
  type: body.type ?? '',
  reference: body.reference ?? '',
  metadata: body.metadata ?? {},
  shots,
  locale: body.locale ?? organisationLocale,
  consent_camera: 'pending',
  consent_gps: 'pending',
  unsent_items: 0,
  campaign_id: body.campaign ?? null,
  outcome: null,
  outcome_note: '',
  outcome_set_at: null,
  on_hold: false,
  redacted_at: null,
  erased_at: null,
  created_at: now,
  updated_at: now,
});

// A part of the last statement, with the quota in it: parallel creations would all read the same count, if it were not
// one conditional update. Unlimited plans don't update the organisation's row, for which all of its creations would
// queue. `for key share` waits for a change of the plan only: the insert would take this lock anyway, but after it has
// read the plan. The rows that lists find a session by are written with it. Where it is refused, its chain has been
// written beside it: that refers to the session by a key that the commit judges.
const insertSession = (tx: Tx, session: SessionRow): void => {
  const columns = Prisma.raw(Object.keys(session).join(', '));
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`organisation as (
        select ${LIMIT_OF_PLAN} as most
        from organisations
        where id = ${session.organisation_id}::uuid and ${IS_CREATING}
        for key share
      )`,
      Prisma.sql`quota as (
        update organisations
        set inspections_used = inspections_used + 1
        where id = ${session.organisation_id}::uuid and inspections_used < (select most from organisation)
        returning id
      )`,
      Prisma.sql`campaign as (
        select id from campaigns
        where organisation_id = ${session.organisation_id}::uuid and id = ${session.campaign_id}::uuid
        for key share
      )`,
      Prisma.sql`session_created as (
        insert into sessions (${columns})
        select ${columns}
        from organisation, json_populate_record(null::sessions, ${JSON.stringify(session)}::json) given
        where (most is null or exists (select from quota))
          and (given.campaign_id is null or exists (select from campaign))
        returning organisation_id, id, metadata, created_at
      )`,
      Prisma.sql`session_pairs as (
        insert into session_metadata (organisation_id, session_id, key, value, created_at)
        select s.organisation_id, s.id, pair.key, pair.value, s.created_at
        from session_created s, jsonb_each_text(s.metadata) pair
      )`,
    ],
    condition: {
      holds: Prisma.sql`exists (select from session_created)`,
      refuse: () => explainRefusal(tx, session),
    },
  });
};

// Null where the plan has no limit.
const LIMIT_OF_PLAN = Prisma.raw(
  `case plan ${Object.entries(PLAN_LIMITS)
    .map(([plan, { inspections }]) => `when '${plan}' then ${inspections ?? 'null'}`)
    .join(' ')} end`,
);

const IS_CREATING = Prisma.raw(
  `subscription_status in (${CREATING_STATUSES.map((status) => `'${status}'`).join(', ')})`,
);

const explainRefusal = async (
  tx: Tx,
  { organisation_id: organisationId, campaign_id: campaignId }: SessionRow,
): Promise<Error> => {
  const organisation = await tx.db.organisation.findUniqueOrThrow({ where: { id: organisationId } });
  const status = organisation.subscription_status as SubscriptionStatus;
  if (!CREATING_STATUSES.includes(status)) {
    const remedy = status === 'canceled' ? 'was canceled. Take a plan' : 'is past due. Pay the open invoice';
    return new ApiError(
      'billing.subscription_past_due',
      `The subscription ${remedy}, then create the session again.`,
    );
  }
  if (campaignId) await requireCampaign(tx, organisationId, campaignId);
  const plan = organisation.plan as Plan;
  const { inspections } = PLAN_LIMITS[plan];
  // It was paid, or given a larger plan, since it was refused.
  if (inspections === null || organisation.inspections_used < inspections) return new LostRaceError();
  return new ApiError(
    'billing.free_plan_minutes_exhausted',
    `The plan ${plan} has ${inspections} inspections and all are used. Change the plan.`,
  );
};

const recordCreation = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { session, operator }: { session: SessionRow; operator: Operator },
): void =>
  startChain(context, tx, {
    organisationId: session.organisation_id,
    sessionId: session.id,
    kind: 'session.created',
    payload: {
      organisation_id: session.organisation_id,
      session_id: session.id,
      ...nameActor(operator),
      locale: session.locale,
      scheduled_for: session.scheduled_for?.toISOString() ?? null,
      campaign: session.campaign_id,
    },
    personal: { operator_email: session.operator_email, notes: session.notes, ...listWords(session) },
  });

// An integrator's words may name a person. The chain says nothing of those that are not there.
const listWords = (session: SessionRow) => {
  const { type, reference } = session;
  const words = Object.entries({
    type,
    reference,
    metadata: readMetadata(session),
    shots: readShots(session),
  });
  return Object.fromEntries(words.filter(([, word]) => Object.keys(word).length > 0));
};
