import type { Inspection, ListInspectionsQuery, SessionStatus } from '@field-inspection/contract';
import { sessionStatusesOf } from '@field-inspection/rules';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { listPage, type Filter, type ListedTable } from '../../platform/database/list-page.ts';
import { findByEnd, findByWords } from '../sessions/exports/session-filters.ts';
import { inspectionColumns, viewInspection, type InspectionRow } from './inspection-view.ts';

type Query = z.output<typeof ListInspectionsQuery>;

/** Lists a page of the organisation's sessions, of both families, newest first. */
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

// The index has the order of the list within each state alone, so the states are read one by one and merged.
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
