import type { CreateInspectionBody, CreateSessionBody, Metadata, Session } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma } from '#prisma';
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

/** What a session is created with; the versioned root gives other words than the public API. */
type NewSessionBody = z.output<typeof CreateSessionBody> &
  Omit<z.output<typeof CreateInspectionBody>, 'participant' | 'callbacks'>;

/** Creates a session, unless the organisation's plan or subscription forbids it. */
export const createSession = async (
  context: Pick<Context, 'config' | 'ids' | 'random'>,
  tx: Tx,
  { operator, body }: { operator: Operator; body: NewSessionBody },
): Promise<Session> => {
  const { organisationId, credentialId } = operator;
  const { campaign, scheduled_for, ...words } = body;
  const campaignId = campaign ?? null;
  const session = await insertSession(tx, {
    ...words,
    organisation_id: organisationId,
    id: context.ids.next(),
    status: 'created',
    operator_email: operator.operatorEmail,
    scheduled_for: readScheduledFor(scheduled_for, tx.now) ?? null,
    notes: words.notes ?? '',
    locale: words.locale ?? operator.organisationLocale,
    campaign_id: campaignId,
    created_at: tx.now,
    updated_at: tx.now,
  });
  if (!session) throw await explainRefusal(tx, { organisationId, campaignId });
  recordCreation(context, tx, { session, credentialId, words });
  scheduleSession(context, tx, session);
  const view = viewSession(session);
  publishEvent(context, tx, {
    organisationId,
    type: 'session.created',
    data: view,
    sessionId: session.id,
  });
  return view;
};

/** What the bodies give under the name of its column. */
type WordColumns = Pick<SessionRow, Exclude<keyof NewSessionBody, 'campaign' | 'scheduled_for'>>;
type Words = { [Column in keyof WordColumns]?: Word<Column> | undefined };
type Word<Column extends keyof WordColumns> = Column extends 'metadata' ? Metadata : WordColumns[Column];

/** What comes with the session's life. */
type LaterColumns = 'started_at' | 'ended_at' | 'completed_at' | 'consent_camera' | 'consent_gps';
type NewSession = Words & Omit<SessionRow, keyof WordColumns | LaterColumns>;

// Raw, since the quota must be one conditional update in the statement of the insert: parallel creations would all
// read the same count otherwise. Unlimited plans don't update the organisation's row, for which all of its
// creations would queue. `for key share` waits for a change of the plan only: the insert would take this lock
// anyway, but after it has read the plan. Columns that are not given have the table's defaults. The rows that lists
// find a session by are written by the same statement.
const insertSession = async (tx: Tx, session: NewSession): Promise<SessionRow | undefined> => {
  const given = Object.entries(session).filter(([, value]) => value !== undefined);
  const columns = Prisma.raw(given.map(([column]) => `"${column}"`).join(', '));
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
    ),
    created as (
      insert into sessions (${columns})
      select ${columns}
      from organisation, json_populate_record(null::sessions, ${JSON.stringify(session)}::json) given
      where (not limited or exists (select from quota))
        and (
          given.campaign_id is null
          or exists (
            select from campaigns c where c.organisation_id = given.organisation_id and c.id = given.campaign_id
          )
        )
      returning *
    ),
    pairs as (
      insert into session_metadata (organisation_id, session_id, key, value, created_at)
      select s.organisation_id, s.id, pair.key, pair.value, s.created_at
      from created s, jsonb_each_text(s.metadata) pair
    )
    select * from created
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
  { session, credentialId, words }: { session: SessionRow; credentialId: string; words: Words },
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
    personal: { operator_email: session.operator_email, notes: session.notes, ...listPersonal(words) },
  });

// An integrator's words may name a person; the language alone does not.
const listPersonal = ({ locale: _, ...words }: Words) =>
  Object.fromEntries(
    Object.entries(words).flatMap(([field, word]) =>
      word === undefined || isEmpty(word) ? [] : [[field, word]],
    ),
  );

const isEmpty = (word: string | Metadata) => Object.keys(word).length === 0;
