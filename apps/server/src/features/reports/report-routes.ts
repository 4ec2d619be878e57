import { contract, type CreateReportBody, type Report } from '@field-inspection/contract';
import { describeNewReport } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { sessionKeyOf, stateOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { replyWithFile } from '../../http/streams/reply-file.ts';
import { getReport, listReports, openLinkedReport, openNewestReport, viewNewReport } from './read-reports.ts';
import { noSuch } from '../../refusals.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { countPhotos, requestReport } from './exports/request-report.ts';

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
        // The link is the credential: pages that the report leads to must not get it.
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

const createReport = async (
  context: Pick<Context, 'ids'>,
  tx: Tx,
  { organisationId, sessionId, body }: SessionKey & { body: z.output<typeof CreateReportBody> | undefined },
): Promise<Report> => {
  // The session's lock bounds the number of reports, however many requests come at once.
  const session = await lockSessionRow(tx, { organisationId, sessionId });
  if (!session) throw noSuch('session', sessionId);
  const where = { organisation_id: organisationId, session_id: sessionId };
  const chain = await tx.db.auditChain.findUnique({ where: { organisation_id_session_id: where } });
  const form = describeNewReport(session, body, {
    frozenAt: chain?.frozen_at,
    count: await tx.db.report.count({ where: { ...where, revision_of: null } }),
    photoCount: await countPhotos(tx, { organisationId, sessionId }),
  });
  return viewNewReport(await requestReport(context, tx, { organisationId, sessionId, form }));
};
