import {
  contract,
  type CreateInspectionBody,
  type Inspection,
  type ListInspectionsQuery,
  type SessionStatus,
} from '@field-inspection/contract';
import { requireNotCompleted, sessionStatusesOf } from '@field-inspection/rules';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { created } from '../../http/reply.ts';
import { type Actor, type Caller, sessionKeyOf } from '../../http/request-state.ts';
import { requireScope } from '../../http/require-scope.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { writeOnce } from '../../http/write-once.ts';
import { type Filter, type ListedTable, listPage } from '../../platform/database/list-page.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { endSession } from '../sessions/exports/end-session.ts';
import { lockSession, type SessionKey } from '../sessions/exports/lock-session.ts';
import { findByEnd, findByWords } from '../sessions/exports/session-filters.ts';
import { createInspection, createInspections } from './create-inspections.ts';
import { inspectionColumns, type InspectionRow, viewInspection } from './inspection-view.ts';
import { requestMore } from './request-more.ts';

export const inspectionRoutes = (context: Context) =>
  implement(contract.inspections, {
    create: {
      reply: ({ caller, req, body = {} }) => {
        requireCallbackScope(caller, body);
        const run = async (tx: Tx) =>
          created(await createInspection(context, tx, { operator: caller, body }));
        return writeOnce(context, { req, body }, { run });
      },
    },
    createMany: {
      reply: ({ caller, req, body }) => {
        for (const session of body.sessions) requireCallbackScope(caller, session);
        return createInspections(context, { req, body });
      },
    },
    list: ({ caller, query }) => listInspections(context, { ...caller, query }),
    get: (given) => getInspection(context.database.prisma, sessionKeyOf(given)),
    requestMore: (tx, { caller, params, body = {} }) =>
      requestMore(context, tx, {
        ...sessionKeyOf({ caller, params }),
        body,
        linkDomain: caller.linkDomain,
      }),
    end: (tx, given) => endInspection(context, tx, sessionKeyOf(given)),
  });

// Judged before a kept reply is replayed, like the scope of the route's policy.
const requireCallbackScope = (caller: Caller, { callbacks }: z.output<typeof CreateInspectionBody>): void => {
  if (callbacks !== undefined) requireScope(caller, 'webhooks:write', 'callbacks need');
};

/**
 * Ends a session as POST end does, but refuses one that has ended: it can't be deleted again.
 *
 * @throws {Refusal} session.already_ended
 */
const endInspection = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  key: SessionKey & Actor,
): Promise<Inspection> => {
  const { session } = await lockSession(tx, key, 'end');
  requireNotCompleted(session);
  await endSession(context, tx, key);
  return getInspection(tx.db, key);
};

const getInspection = async (
  db: Prisma.TransactionClient,
  { organisationId, sessionId }: SessionKey,
): Promise<Inspection> => {
  // Raw, for the last invite's expiry in the same statement.
  const rows = await db.$queryRaw<InspectionRow[]>`
    select ${inspectionColumns}
    from sessions
    where organisation_id = ${organisationId}::uuid and id = ${sessionId}::uuid
  `;
  if (!rows[0]) throw noSuch('session', sessionId);
  return viewInspection(rows[0]);
};

type Query = z.output<typeof ListInspectionsQuery>;

export const listInspections = async (
  context: Pick<Context, 'database' | 'keyring'>,
  { organisationId, query: { limit, cursor, status, ...words } }: { organisationId: string; query: Query },
) => {
  const { filters, bound } = findByWords(organisationId, words);
  const end = findByEnd(organisationId, words);
  const of = { table: 'sessions', organisationId };
  const list = ['inspections', organisationId, status, ...bound, ...end.bound];
  const { rows, ...page } = await listPage<InspectionRow>(context, {
    list,
    cursor,
    limit,
    of,
    columns: inspectionColumns,
    span: end.span,
    conditions: end.conditions,
    filters: [
      ...filters,
      ...end.filters,
      ...(status ? [filterByStatuses(of, sessionStatusesOf(status))] : []),
    ],
  });
  return { data: rows.map(viewInspection) satisfies Inspection[], ...page };
};

// The index has the list's order within each state alone, so the states are read one by one and merged.
const filterByStatuses = ({ organisationId }: ListedTable, statuses: SessionStatus[]): Filter => {
  const each = statuses.map(
    (status) => Prisma.sql`(
      select created_at, id from sessions where organisation_id = ${organisationId}::uuid and status = ${status}
      order by created_at desc, id desc
    )`,
  );
  return {
    lead: { from: Prisma.sql`(${Prisma.join(each, ' union all ')}) each`, where: Prisma.sql`true` },
    holds: Prisma.sql`status = any (${statuses}::text[])`,
  };
};
