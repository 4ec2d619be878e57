import type { ListWhiteboardsQuery } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { listPage, placeColumn, type Placed } from '../../platform/database/list-page.ts';
import { viewWhiteboard, type WhiteboardRow } from './whiteboard-view.ts';

/** One page of whiteboards, newest first: of the organisation, or of one session. */
export const listWhiteboards = async (
  context: Pick<Context, 'database' | 'keyring' | 'config'>,
  { organisationId, query }: { organisationId: string; query: z.output<typeof ListWhiteboardsQuery> },
) => {
  const list = ['whiteboards', organisationId, query.session_id ?? ''];
  const { rows, ...page } = await listPage(
    context,
    { list, cursor: query.cursor, limit: query.limit },
    ({ after, order }) =>
      // Raw: the place is kept to the microsecond, which Prisma's dates are not.
      context.database.prisma.$queryRaw<(WhiteboardRow & Placed)[]>`
      select *, ${placeColumn}
      from whiteboards
      where organisation_id = ${organisationId}::uuid and ${after}
        ${query.session_id ? Prisma.sql`and session_id = ${query.session_id}::uuid` : Prisma.empty}
      ${order}
    `,
  );
  return { data: rows.map((row) => viewWhiteboard(context, row)), ...page };
};
