import type { CreateReportBody, Report } from '@field-inspection/contract';
import { describeNewReport } from '@field-inspection/rules';
import type { z } from 'zod';
import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { requestReport } from './exports/request-report.ts';
import { viewNewReport } from './report-view.ts';

/** Asks for a further report of a session, in another language or another form. */
export const createReport = async (
  context: Pick<Context, 'ids'>,
  tx: Tx,
  { organisationId, sessionId, body }: SessionKey & { body: z.output<typeof CreateReportBody> | undefined },
): Promise<Report> => {
  // The session's lock bounds them, however many requests come at once.
  const session = await lockSessionRow(tx, { organisationId, sessionId });
  if (!session) throw noSuch('session', sessionId);
  const where = { organisation_id: organisationId, session_id: sessionId };
  const chain = await tx.db.auditChain.findUnique({ where: { organisation_id_session_id: where } });
  const form = describeNewReport(session, body, {
    frozenAt: chain?.frozen_at,
    count: await tx.db.report.count({ where: { ...where, revision_of: null } }),
  });
  return viewNewReport(await requestReport(context, tx, { organisationId, sessionId, form }));
};
