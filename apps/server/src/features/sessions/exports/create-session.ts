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
  tx.outcome.newSession = { row: session, refuse: () => explainRefusal(tx, session) };
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
