import { contract, type ListWhiteboardsQuery } from '@field-inspection/contract';
import { wasRedacted } from '@field-inspection/rules';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { okBytes } from '../../http/streams/ok-bytes.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { filterBy, listPage } from '../../platform/database/list-page.ts';
import { openDrawingExport } from '../evidence/exports/drawings/store-drawing-export.ts';
import { findWhiteboardFile } from './exports/find-whiteboard-file.ts';
import { viewWhiteboard, type WhiteboardRow } from './whiteboard-view.ts';

export const whiteboardRoutes = (context: Context) =>
  implement(contract.whiteboards, {
    list: ({ caller: { organisationId }, query }) => listWhiteboards(context, { organisationId, query }),
    download: {
      reply: async ({ caller, req, res, params: { whiteboard_file: filename }, query: { version } }) => {
        const { organisationId } = caller;
        const { row, variant } = await findWhiteboardFile(context, { organisationId, filename, version });
        if (row.erased_at) throw wasRedacted();
        const file = await openDrawingExport(context, row, variant);
        setFileHeaders(res, { ...file, filename });
        return okBytes(context, { req, res }, file.body);
      },
    },
  });

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
