import type { ListWhiteboardsQuery } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { filterBy, listPage } from '../../platform/database/list-page.ts';
import { viewWhiteboard, type WhiteboardRow } from './whiteboard-view.ts';

/** One page of whiteboards, newest first: of the organisation, or of one session. */
export const listWhiteboards = async (
  context: Pick<Context, 'database' | 'keyring' | 'config'>,
  { organisationId, query }: { organisationId: string; query: z.output<typeof ListWhiteboardsQuery> },
) => {
  const list = ['whiteboards', organisationId, query.session_id ?? ''];
  const of = { table: 'whiteboards', organisationId };
  const { rows, ...page } = await listPage<WhiteboardRow>(context, {
    list,
    cursor: query.cursor,
    limit: query.limit,
    of,
    filters: query.session_id ? [filterBy(of, Prisma.sql`session_id = ${query.session_id}::uuid`)] : [],
  });
  return { data: rows.map((row) => viewWhiteboard(context, row)), ...page };
};
