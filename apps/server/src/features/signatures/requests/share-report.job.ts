import type { Context } from '../../../context.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import { shareReportJob } from '../../reports/exports/share-report-job.ts';
import { lockSessionRow } from '../../sessions/exports/lock-session.ts';
import { shareOnce } from './send-report-link.ts';

type ShareContext = Pick<Context, 'ids' | 'keyring' | 'random' | 'transact'>;

/** Each recipient of a session gets a link of their own, once, however often the job runs. */
export const shareReport = defineJob({
  ...shareReportJob,
  run: (context: ShareContext, { organisation_id, session_id, report_id }) =>
    context.transact(async (tx) => {
      const session = await lockSessionRow(tx, { organisationId: organisation_id, sessionId: session_id });
      if (session) await shareOnce(context, tx, { session, rootReportId: report_id });
    }),
});
