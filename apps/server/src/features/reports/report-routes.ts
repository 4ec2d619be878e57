import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { sessionKeyOf, stateOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { replyWithFile } from '../../http/streams/reply-file.ts';
import { createReport } from './create-report.ts';
import { getReport, listReports } from './read-reports.ts';
import { openLinkedReport, openNewestReport } from './open-report.ts';

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
        // The link is the credential: the pages that the report leads to must not get it.
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
