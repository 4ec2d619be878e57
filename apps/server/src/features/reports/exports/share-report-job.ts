import { z } from 'zod';
import { declareJob } from '../../../platform/jobs/define-job.ts';

/** Sends the recipients of a session their links to its first report. */
export const shareReportJob = declareJob({
  id: 'share-report',
  payload: z.object({ organisation_id: z.string(), session_id: z.string(), report_id: z.string() }),
});
