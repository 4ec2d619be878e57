import type { ListSessionsQuery, Session } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { listPage, selectPlace, type PlaceColumns, type Placed } from '../../platform/database/list-page.ts';
import { toInstant } from '../../platform/database/to-instant.ts';
import { findByWords } from './exports/find-by-words.ts';
import { viewSession, type SessionRow } from './exports/session-view.ts';

type Query = z.output<typeof ListSessionsQuery>;

/** One page of the organisation's sessions, newest first. */
export const listSessions = async (
  context: Pick<Context, 'database' | 'keyring'>,
  { organisationId, query: { limit, cursor, ...filters } }: { organisationId: string; query: Query },
) => {
  const { from, where, place, bound } = findByWords(organisationId, filters);
  const list = [
    'sessions',
    organisationId,
    filters.status,
    filters.campaign,
    filters.created_after,
    filters.created_before,
    ...bound,
  ];
  const { rows, ...page } = await listPage(
    context,
    { list, cursor, limit, place },
    ({ after, order }) =>
      // Raw: the place is kept to the microsecond, which Prisma's dates are not.
      context.database.prisma.$queryRaw<(SessionRow & Placed)[]>`
      select sessions.*, ${selectPlace(place)}
      from ${from}
      where ${where} and ${after} and ${filterSessions(filters, place)}
      ${order}
    `,
  );
  return { data: rows.map(viewSession) satisfies Session[], ...page };
};

const filterSessions = (filters: Omit<Query, 'limit' | 'cursor'>, { at }: PlaceColumns): Prisma.Sql =>
  Prisma.join(
    [
      Prisma.sql`true`,
      ...(filters.status ? [Prisma.sql`status = ${filters.status}`] : []),
      ...(filters.campaign ? [Prisma.sql`campaign_id = ${filters.campaign}::uuid`] : []),
      ...(filters.created_after
        ? [Prisma.sql`${at} >= ${toInstant(filters.created_after)}::timestamptz`]
        : []),
      ...(filters.created_before
        ? [Prisma.sql`${at} < ${toInstant(filters.created_before)}::timestamptz`]
        : []),
    ],
    ' and ',
  );
