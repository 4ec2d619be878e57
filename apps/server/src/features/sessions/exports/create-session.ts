import type { CreateSessionBody, Session } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { startChain } from '../../audit/exports/append-entry.ts';
import { publishEvent } from '../../events/exports/publish-event.ts';
import { readScheduledFor } from './read-scheduled-for.ts';
import { requireCampaign } from './require-campaign.ts';
import { scheduleSession } from './schedule-session.ts';
import { viewSession, type SessionRow } from './session-view.ts';

export type Operator = Omit<Caller, 'scopes'>;

/** What a session is created with; the versioned root gives a type and a reference, too. */
type NewSessionBody = z.output<typeof CreateSessionBody> & {
  type?: string | undefined;
  reference?: string | undefined;
};

/** Creates a session, unless the organisation's plan or subscription forbids it. */
export const createSession = async (
  context: Pick<Context, 'config' | 'ids' | 'random'>,
  tx: Tx,
  { operator, body }: { operator: Operator; body: NewSessionBody },
): Promise<Session> => {
  const campaignId = body.campaign ?? null;
  const session = await insertSession(tx, {
    organisation_id: operator.organisationId,
    id: context.ids.next(),
    operator_email: operator.operatorEmail,
    scheduled_for: readScheduledFor(body.scheduled_for, tx.now) ?? null,
    notes: body.notes ?? '',
    type: body.type ?? '',
    reference: body.reference ?? '',
    locale: body.locale ?? operator.organisationLocale,
    campaign_id: campaignId,
  });
  if (!session) throw await explainRefusal(tx, { organisationId: operator.organisationId, campaignId });
  recordCreation(context, tx, { session, credentialId: operator.credentialId });
  scheduleSession(context, tx, session);
  const view = viewSession(session);
  publishEvent(context, tx, {
    organisationId: operator.organisationId,
    type: 'session.created',
    data: view,
    sessionId: session.id,
  });
  return view;
};

type NewSession = Pick<
  SessionRow,
  | 'organisation_id'
  | 'id'
  | 'operator_email'
  | 'scheduled_for'
  | 'notes'
  | 'type'
  | 'reference'
  | 'locale'
  | 'campaign_id'
>;

// Raw, since the quota must be one conditional update in the statement of the insert: parallel creations would all
// read the same count otherwise. Unlimited plans don't update the organisation's row, for which all of its
// creations would queue. `for key share` waits for a change of the plan only: the insert would take this lock
// anyway, but after it has read the plan.
const insertSession = async (tx: Tx, session: NewSession): Promise<SessionRow | undefined> => {
  const rows = await tx.db.$queryRaw<SessionRow[]>`
    with organisation as (
      select plan in ('free', 'pilot') as limited
      from organisations
      where id = ${session.organisation_id}::uuid and subscription_status <> 'past_due'
      for key share
    ),
    quota as (
      update organisations
      set inspections_used = inspections_used + 1
      where id = ${session.organisation_id}::uuid and (select limited from organisation)
        and inspections_used < ${LIMITED_PLAN_INSPECTIONS}
      returning id
    )
    insert into sessions
      (organisation_id, id, status, operator_email, scheduled_for, notes, type, reference, locale, campaign_id, created_at, updated_at)
    select ${session.organisation_id}::uuid, ${session.id}::uuid, 'created', ${session.operator_email},
      ${session.scheduled_for}, ${session.notes}, ${session.type}, ${session.reference}, ${session.locale}, ${session.campaign_id}::uuid, ${tx.now}, ${tx.now}
    from organisation
    where (not limited or exists (select from quota))
      and (
        ${session.campaign_id}::uuid is null
        or exists (
          select from campaigns
          where organisation_id = ${session.organisation_id}::uuid and id = ${session.campaign_id}::uuid
        )
      )
    returning *
  `;
  return rows[0];
};

/** How many inspections the Free and Pilot plans have. */
const LIMITED_PLAN_INSPECTIONS = 5;

const explainRefusal = async (
  tx: Tx,
  { organisationId, campaignId }: { organisationId: string; campaignId: string | null },
): Promise<ApiError> => {
  const organisation = await tx.db.organisation.findUniqueOrThrow({ where: { id: organisationId } });
  if (organisation.subscription_status === 'past_due') {
    return new ApiError(
      'billing.subscription_past_due',
      'The subscription is past due. Pay the open invoice, then create the session again.',
    );
  }
  if (campaignId) await requireCampaign(tx, organisationId, campaignId);
  return new ApiError(
    'billing.free_plan_minutes_exhausted',
    `The plan ${organisation.plan} has ${LIMITED_PLAN_INSPECTIONS} inspections and all are used. Change the plan.`,
  );
};

const recordCreation = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { session, credentialId }: { session: SessionRow; credentialId: string },
): void =>
  startChain(context, tx, {
    organisationId: session.organisation_id,
    sessionId: session.id,
    kind: 'session.created',
    payload: {
      organisation_id: session.organisation_id,
      session_id: session.id,
      credential_id: credentialId,
      locale: session.locale,
      scheduled_for: session.scheduled_for?.toISOString() ?? null,
      campaign: session.campaign_id,
    },
    personal: {
      operator_email: session.operator_email,
      notes: session.notes,
      // An integrator's words may name a person.
      ...(session.type === '' ? {} : { type: session.type }),
      ...(session.reference === '' ? {} : { reference: session.reference }),
    },
  });
