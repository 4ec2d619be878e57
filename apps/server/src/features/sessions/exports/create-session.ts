import type {
  CreateSessionBody,
  LocaleCode,
  Plan,
  Session,
  Shot,
  Template,
} from '@field-inspection/contract';
import { describeNewSession, factOfCreation, refuseCreation, requireTemplate } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import { LostRaceError, type Tx } from '../../../platform/database/transact.ts';
import { startChain } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { publishEvent } from '../../events/exports/publish-event.ts';
import { findTemplate } from '../../templates/exports/find-template.ts';
import { scheduleSession } from './schedule-session.ts';
import { readShots, type SessionRow, viewSession } from './session-view.ts';

export type Operator = Omit<Caller, 'scopes' | 'withheldScopes' | 'keyHash' | 'linkDomain'>;

type NewSessionBody = z.output<typeof CreateSessionBody>;

/** The organisation's plan or subscription may forbid it. */
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
    template: await readTemplate(tx, organisationId, body.template),
    campaignShots: body.shots ? [] : await findCampaignShots(tx, organisationId, body.campaign),
  });
  const { template, ...words } = given;
  const session: SessionRow = {
    ...words,
    contact: given.contact ?? {},
    organisation_id: organisationId,
    id: context.ids.next(),
    completed_at: null,
    consent_camera: 'pending',
    consent_gps: 'pending',
    campaign_id: body.campaign ?? null,
    template_id: template,
    outcome_note: '',
    outcome_set_at: null,
    erased_at: null,
  };
  tx.sessionId = session.id;
  tx.effects.newSession = { row: session, refuse: () => explainRefusal(tx, session) };
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

// The plan may have been paid, or enlarged, since the refusal.
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

/** Locks the campaign as the foreign key would: a deletion under way is waited for, and a later one waits. */
export const lockCampaign = async (tx: Tx, organisationId: string, campaignId: string): Promise<boolean> => {
  const [campaign] = await tx.db.$queryRaw<{ id: string }[]>`
    select id from campaigns
    where organisation_id = ${organisationId}::uuid and id = ${campaignId}::uuid
    for key share
  `;
  return campaign !== undefined;
};

const readTemplate = async (
  tx: Tx,
  organisationId: string,
  templateId: string | null | undefined,
): Promise<Template | null> =>
  templateId ? requireTemplate(await findTemplate(tx.db, { organisationId, templateId })) : null;

const findCampaignShots = async (
  tx: Tx,
  organisationId: string,
  campaignId: string | null | undefined,
): Promise<Shot[]> => {
  if (!campaignId) return [];
  const campaign = await tx.db.campaign.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: campaignId } },
    select: { shots: true },
  });
  return campaign ? readShots(campaign) : [];
};
