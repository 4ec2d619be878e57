import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/** The newest report of a session that can be downloaded; null while there is none. */
export const findNewestReport = (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<ReportRow | null> =>
  database.prisma.report.findFirst({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'ready' },
    orderBy: [{ created_at: 'desc' }, { revision: 'desc' }, { id: 'desc' }],
  });
