import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

export const findNewestReport = (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<ReportRow | null> =>
  database.prisma.report.findFirst({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'ready' },
    orderBy: [{ created_at: 'desc' }, { revision: 'desc' }, { id: 'desc' }],
  });

export const findNewestRevision = (
  { database }: Pick<Context, 'database'>,
  root: RootKey,
): Promise<ReportRow> =>
  database.prisma.report.findFirstOrThrow({
    where: {
      organisation_id: root.organisationId,
      OR: [{ id: root.reportId }, { revision_of: root.reportId }],
    },
    orderBy: { revision: 'desc' },
  });

export type RootKey = { organisationId: string; reportId: string };
