import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, ok } from '../../http/reply.ts';
import { replyWithFile } from '../../http/streams/reply-file.ts';
import { sessionKeyOf, stateOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { createReport } from './create-report.ts';
import { getReport, listReports } from './read-reports.ts';
import { openLinkedReport, openNewestReport } from './open-report.ts';

export const reportRoutes = (context: Context) =>
  initServer().router(contract.reports, {
    list: async (input) => ok(await listReports(context, { ...sessionKeyOf(input), query: input.query })),
    create: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          created(await createReport(context, tx, { ...sessionKeyOf(input), body: input.body })),
      }),
    get: async (input) =>
      ok(await getReport(context, { ...sessionKeyOf(input), reportId: input.params.report_id })),
    download: async (input) =>
      replyWithFile(context, input, await openNewestReport(context, sessionKeyOf(input))),
    open: async (input) => {
      // The link is the credential: it must not go on to where the report leads.
      input.res.set({ 'Referrer-Policy': 'no-referrer' });
      const file = input.params.report_file;
      return replyWithFile(
        context,
        input,
        await openLinkedReport(context, { file, ...input.query, domain: stateOf(input.req).domain }),
      );
    },
  });
