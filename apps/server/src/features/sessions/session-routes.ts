import {
  contract,
  type ListSessionsQuery,
  type MediaConnection,
  type Session,
  type SetOutcomeBody,
} from '@field-inspection/contract';
import { moveRecording, setOutcome as decideOutcome } from '@field-inspection/rules';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { type Actor, type Caller, sessionKeyOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { filterBy, listPage } from '../../platform/database/list-page.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { describeMediaConnection, nameOperator } from '../../platform/media-connection.ts';
import { appendEntry, appendWhereOpen } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { listRecorded } from '../consents/exports/list-recorded.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { createSession } from './exports/create-session.ts';
import { endSession } from './exports/end-session.ts';
import { lockSession, type SessionKey } from './exports/lock-session.ts';
import {
  findByAppointment,
  findByEnd,
  findByPresence,
  findByWords,
  spanOfCreation,
} from './exports/session-filters.ts';
import { reportColumn, type SessionRow, viewSession, type WithReport } from './exports/session-view.ts';
import { getSession } from './prepared/get-session.ts';
import { updateSession } from './update-session.ts';

export const sessionRoutes = (context: Context) =>
  implement(contract.sessions, {
    create: (tx, { caller, body = {} }) => createSession(context, tx, { operator: caller, body }),
    list: ({ caller, query }) => listSessions(context, { ...caller, query }),
    get: (given) => getSession(context, sessionKeyOf(given)),
    update: (tx, given) => updateSession(context, tx, { ...sessionKeyOf(given), body: given.body }),
    end: (tx, given) => endSession(context, tx, sessionKeyOf(given)),
    setOutcome: (tx, given) => setOutcome(context, tx, { ...sessionKeyOf(given), body: given.body }),
    startRecording: (tx, given) =>
      changeRecording(context, tx, { ...sessionKeyOf(given), command: 'start_recording' }),
    stopRecording: (tx, given) =>
      changeRecording(context, tx, { ...sessionKeyOf(given), command: 'stop_recording' }),
    createMediaConnection: (tx, given) => createMediaConnection(context, tx, given),
  });

// The operator's side of the live picture and sound, while the session lives.
const createMediaConnection = async (
  context: Pick<Context, 'config' | 'secrets' | 'keyring' | 'clock' | 'metrics'>,
  tx: Tx,
  given: { caller: Caller; params: { session_id: string } },
): Promise<MediaConnection> => {
  const { organisationId, sessionId, credentialId } = sessionKeyOf(given);
  await lockSession(tx, { organisationId, sessionId }, 'change');
  return describeMediaConnection(context, {
    organisationId,
    sessionId,
    role: 'operator',
    identity: nameOperator(given.caller),
    credentialId,
  });
};

type Query = z.output<typeof ListSessionsQuery>;

export const listSessions = async (
  context: Pick<Context, 'database' | 'keyring'>,
  { organisationId, query: { limit, cursor, ...filters } }: { organisationId: string; query: Query },
) => {
  const words = findByWords(organisationId, filters);
  const end = findByEnd(organisationId, filters);
  const appointment = findByAppointment(organisationId, filters);
  const presence = findByPresence(filters);
  const of = { table: 'sessions', organisationId };
  const list = [
    'sessions',
    organisationId,
    filters.status,
    filters.campaign,
    filters.created_after,
    filters.created_before,
    ...words.bound,
    ...end.bound,
    ...appointment.bound,
    ...presence.bound,
  ];
  const { status, campaign } = filters;
  const { rows, ...page } = await listPage<SessionRow & WithReport>(context, {
    list,
    cursor,
    limit,
    of,
    columns: Prisma.sql`sessions.*, ${reportColumn}`,
    filters: [
      ...words.filters,
      ...end.filters,
      ...appointment.filters,
      ...(status ? [filterBy(of, Prisma.sql`status = ${status}`)] : []),
      ...(campaign ? [filterBy(of, Prisma.sql`campaign_id = ${campaign}::uuid`)] : []),
    ],
    // Each filter's index ends with `created_at`.
    span: [...spanOfCreation(filters), ...end.span],
    conditions: [...end.conditions, ...appointment.conditions, ...presence.conditions],
  });
  return { data: rows.map(viewSession) satisfies Session[], ...page };
};

/** Each outcome is a fact and an event; the last one counts. */
const setOutcome = async (
  context: Pick<Context, 'config' | 'ids' | 'random'>,
  tx: Tx,
  {
    organisationId,
    sessionId,
    body,
    ...actor
  }: SessionKey & Actor & { body: z.output<typeof SetOutcomeBody> },
): Promise<Session> => {
  const { session } = await lockSession(tx, { organisationId, sessionId });
  const { changes, facts, event } = decideOutcome(session, body, { now: tx.now, actor: nameActor(actor) });
  const changed = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: {
      outcome: changes.outcome,
      outcome_note: changes.note,
      outcome_set_at: changes.set_at,
      updated_at: tx.now,
    },
  });
  for (const fact of facts) await appendWhereOpen(context, tx, { organisationId, sessionId, ...fact });
  const view = viewSession({ ...changed, report: session.report });
  publishEvent(context, tx, { organisationId, type: event, data: view, sessionId });
  return view;
};

/** The recording is a state and an entry of the chain; no bytes are recorded here. */
const changeRecording = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  {
    organisationId,
    sessionId,
    command,
    ...actor
  }: SessionKey & Actor & { command: 'start_recording' | 'stop_recording' },
): Promise<Session> => {
  const { session } = await lockSession(tx, { organisationId, sessionId }, command);
  const recorded = command === 'start_recording' ? await listRecorded(tx, { organisationId, sessionId }) : [];
  const { changes, facts } = moveRecording(session, command, { recorded, actor: nameActor(actor) });
  const moved = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: { ...changes, updated_at: tx.now },
  });
  for (const fact of facts) appendEntry(context, tx, { organisationId, sessionId, ...fact });
  return viewSession({ ...moved, report: null });
};
