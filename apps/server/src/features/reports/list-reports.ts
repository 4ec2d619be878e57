import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import { requireSession } from './require-session.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { viewReport, type ReportRow } from './report-view.ts';

/** One page of a session's reports, newest first. */
export const listReports = async (
  context: Pick<Context, 'database' | 'keyring' | 'config' | 'clock'>,
  {
    organisationId,
    sessionId,
    query,
  }: SessionKey & { query: { limit: number; cursor?: string | undefined } },
) => {
  const list = ['reports', organisationId, sessionId];
  const of = { table: 'reports', organisationId };
  const { rows, ...page } = await listPage<ReportRow>(context, {
    list,
    cursor: query.cursor,
    limit: query.limit,
    of,
    whole: leadBy(of, Prisma.sql`session_id = ${sessionId}::uuid`),
  });
  if (rows.length === 0) await requireSession(context, { organisationId, sessionId });
  return { data: rows.map((row) => viewReport(context, row)), ...page };
};
