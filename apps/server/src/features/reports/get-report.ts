import type { Report } from '@field-inspection/contract';
import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { viewReport } from './report-view.ts';

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
