import type { CreateReportBody, LocaleCode, Report } from '@field-inspection/contract';
import { requireUnredacted } from '@field-inspection/rules';
import type { z } from 'zod';
import { Refusal, noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { requestReport } from './exports/request-report.ts';
import { viewNewReport } from './report-view.ts';

/** Each report is kept, and costs a rendering. */
const REPORTS_PER_SESSION = 50;

/** Asks for a further report of a session, in another language or another form. */
export const createReport = async (
  context: Pick<Context, 'ids'>,
  tx: Tx,
  { organisationId, sessionId, body }: SessionKey & { body: z.output<typeof CreateReportBody> | undefined },
): Promise<Report> => {
  // The session's lock bounds them, however many requests come at once.
  const session = await lockSessionRow(tx, { organisationId, sessionId });
  if (!session) throw noSuch('session', sessionId);
  requireUnredacted(session);
  const where = { organisation_id: organisationId, session_id: sessionId };
  const chain = await tx.db.auditChain.findUnique({ where: { organisation_id_session_id: where } });
  if (!chain?.frozen_at) {
    throw new Refusal(
      'evidence_not_ready',
      'The audit chain still grows. A report can be made once the session has ended and its uploads are done.',
    );
  }
  if ((await tx.db.report.count({ where: { ...where, revision_of: null } })) >= REPORTS_PER_SESSION) {
    throw new Refusal(
      'session.invalid_state',
      `The session has ${REPORTS_PER_SESSION} reports. Use one of them.`,
    );
  }
  const report = await requestReport(context, tx, {
    organisationId,
    sessionId,
    locale: body?.locale ?? (session.locale as LocaleCode),
    auditTrail: body?.audit_trail ?? true,
    photos: body?.photos ?? 'full',
  });
  return viewNewReport(report);
};
