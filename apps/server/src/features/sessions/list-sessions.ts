import type { ListSessionsQuery, Session } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { filterBy, listPage } from '../../platform/database/list-page.ts';
import { findByEnd, findByWords } from './exports/session-filters.ts';
import { spanOfCreation } from './exports/span-of-creation.ts';
import { reportColumn, viewSession, type SessionRow, type WithReport } from './exports/session-view.ts';

type Query = z.output<typeof ListSessionsQuery>;

/** Gives a page of the organisation's sessions, newest first. */
export const listSessions = async (
  context: Pick<Context, 'database' | 'keyring'>,
  { organisationId, query: { limit, cursor, ...filters } }: { organisationId: string; query: Query },
) => {
  const words = findByWords(organisationId, filters);
  const end = findByEnd(organisationId, filters);
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
      ...(status ? [filterBy(of, Prisma.sql`status = ${status}`)] : []),
      ...(campaign ? [filterBy(of, Prisma.sql`campaign_id = ${campaign}::uuid`)] : []),
    ],
    // `created_at` is the last column of each filter's index.
    span: [...spanOfCreation(filters), ...end.span],
    conditions: end.conditions,
  });
  return { data: rows.map(viewSession) satisfies Session[], ...page };
};
