import type { Inspection, ListInspectionsQuery } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { listPage, selectPlace, type Placed } from '../../platform/database/list-page.ts';
import { findByWords } from '../sessions/exports/find-by-words.ts';
import { sessionStatusesOf } from './inspection-status.ts';
import { inspectionColumns, viewInspection, type InspectionRow } from './inspection-view.ts';

type Query = z.output<typeof ListInspectionsQuery>;

/** One page of the organisation's sessions, of both families, newest first. */
export const listInspections = async (
  context: Pick<Context, 'database' | 'keyring'>,
  { organisationId, query: { limit, cursor, status, ...words } }: { organisationId: string; query: Query },
) => {
  const { from, where, place, bound } = findByWords(organisationId, words);
  const list = ['inspections', organisationId, status, ...bound];
  const isWanted = status
    ? Prisma.sql`status = any (${sessionStatusesOf(status)}::text[])`
    : Prisma.sql`true`;
  const { rows, ...page } = await listPage(
    context,
    { list, cursor, limit, place },
    ({ after, order }) =>
      // Raw: the place is kept to the microsecond, which Prisma's dates are not.
      context.database.prisma.$queryRaw<(InspectionRow & Placed)[]>`
      select ${inspectionColumns}, ${selectPlace(place)}
      from ${from}
      where ${where} and ${after} and ${isWanted}
      ${order}
    `,
  );
  return { data: rows.map(viewInspection) satisfies Inspection[], ...page };
};
