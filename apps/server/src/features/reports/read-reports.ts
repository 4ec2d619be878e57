import type { Report } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { viewReport, type ReportRow } from './report-view.ts';
import { noSuch } from '../../api-error.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';

/** Gives a page of a session's reports, newest first. */
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

export const getReport = async (
  context: Pick<Context, 'database' | 'config' | 'keyring' | 'clock'>,
  { organisationId, sessionId, reportId }: SessionKey & { reportId: string },
): Promise<Report> => {
  const row = await context.database.prisma.report.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: reportId } },
  });
  if (row?.session_id !== sessionId) throw noSuch('report', reportId);
  return viewReport(context, row);
};

/** Requires that the session exists in the organisation; it may have no reports. */
export const requireSession = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<Pick<SessionRow, 'redacted_at'>> => {
  const found = await database.prisma.session.findUnique({
    select: { redacted_at: true },
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
  });
  if (!found) throw noSuch('session', sessionId);
  return found;
};
