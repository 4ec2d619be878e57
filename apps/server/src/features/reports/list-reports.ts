import type { Context } from '../../context.ts';
import { listPage, placeColumn, type Placed } from '../../platform/database/list-page.ts';
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
  const { rows, ...page } = await listPage(
    context,
    { list, cursor: query.cursor, limit: query.limit },
    ({ after, order }) =>
      // Raw: the place is kept to the microsecond, which Prisma's dates are not.
      context.database.prisma.$queryRaw<(ReportRow & Placed)[]>`
      select *, ${placeColumn}
      from reports
      where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid and ${after}
      ${order}
    `,
  );
  if (rows.length === 0) await requireSession(context, { organisationId, sessionId });
  return { data: rows.map((row) => viewReport(context, row)), ...page };
};
