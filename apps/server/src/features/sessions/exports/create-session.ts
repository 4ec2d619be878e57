import {
  CREATING_STATUSES,
  PLAN_LIMITS,
  type CreateSessionBody,
  type LocaleCode,
  type Plan,
  type Session,
} from '@field-inspection/contract';
import { describeNewSession, factOfCreation, refuseCreation } from '@field-inspection/rules';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import { LostRaceError, type Tx } from '../../../platform/database/transact.ts';
import { startChain } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { publishEvent } from '../../events/exports/publish-event.ts';
import { scheduleSession } from './schedule-session.ts';
import { findCampaignShots, lockCampaign } from './session-campaign.ts';
import { viewSession, type SessionRow } from './session-view.ts';

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
  const given = describeNewSession(body, {
    now: tx.now,
    operatorEmail: operator.operatorEmail,
    locale: operator.organisationLocale as LocaleCode,
    campaignShots: body.shots ? [] : await findCampaignShots(tx, organisationId, body.campaign),
  });
  const session: SessionRow = {
    ...given,
    organisation_id: organisationId,
    id: context.ids.next(),
    completed_at: null,
    consent_camera: 'pending',
    consent_gps: 'pending',
    campaign_id: body.campaign ?? null,
    outcome_note: '',
    outcome_set_at: null,
    erased_at: null,
  };
  tx.sessionId = session.id;
  insertSession(tx, session);
  startChain(context, tx, {
    organisationId,
    sessionId: session.id,
    ...factOfCreation(given, {
      actor: nameActor(operator),
      organisation_id: organisationId,
      session_id: session.id,
      campaign: session.campaign_id,
    }),
  });
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

// It may have been paid, or given a larger plan, since it was refused.
const explainRefusal = async (
  tx: Tx,
  { organisation_id: organisationId, campaign_id: campaignId }: SessionRow,
): Promise<Error> => {
  const { plan, subscription_status, inspections_used } = await tx.db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
  });
  const hasCampaign = campaignId === null || (await lockCampaign(tx, organisationId, campaignId));
  const known = {
    plan: plan as Plan,
    subscription: subscription_status,
    used: inspections_used,
    hasCampaign,
  };
  return refuseCreation(known) ?? new LostRaceError();
};
