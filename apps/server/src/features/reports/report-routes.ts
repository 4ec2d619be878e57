import { contract, type Report } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { sessionKeyOf, stateOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { replyWithFile } from '../../http/streams/reply-file.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { createReport } from './create-report.ts';
import { openLinkedReport, openNewestReport } from './open-report.ts';
import { viewReport, type ReportRow } from './report-view.ts';
import { requireSession } from './require-session.ts';

export const reportRoutes = (context: Context) =>
  implement(contract.reports, {
    list: (given) => listReports(context, { ...sessionKeyOf(given), query: given.query }),
    create: (tx, given) => createReport(context, tx, { ...sessionKeyOf(given), body: given.body }),
    get: (given) => getReport(context, { ...sessionKeyOf(given), reportId: given.params.report_id }),
    download: {
      reply: async (given) =>
        replyWithFile(context, given, await openNewestReport(context, sessionKeyOf(given))),
    },
    open: {
      reply: async (given) => {
        // The link is the credential: it must not go on to where the report leads.
        given.res.set({ 'Referrer-Policy': 'no-referrer' });
        const link = {
          file: given.params.report_file,
          ...given.query,
          domain: stateOf(given.req).domain,
        };
        return replyWithFile(context, given, await openLinkedReport(context, link));
      },
    },
  });

const getReport = async (
  context: Pick<Context, 'database' | 'config' | 'keyring' | 'clock'>,
  { organisationId, sessionId, reportId }: SessionKey & { reportId: string },
): Promise<Report> => {
  const row = await context.database.prisma.report.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: reportId } },
  });
  if (row?.session_id !== sessionId) throw noSuch('report', reportId);
  return viewReport(context, row);
};

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
