import { z } from 'zod';
import type { Report as ReportRow } from '#prisma';
import type { Tx } from '../../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';

export const makeReportJob = declareJob({
  id: 'make-report',
  payload: z.object({ organisation_id: z.string(), report_id: z.string() }),
});

/** Has a report made, now unless told otherwise; what is asked for again replaces what waits. */
export const enqueueReport = (
  tx: Tx,
  { organisation_id, id }: Pick<ReportRow, 'organisation_id' | 'id'>,
  runAt: Date = tx.now,
): void => enqueueJob(tx, makeReportJob, { payload: { organisation_id, report_id: id }, runAt, key: id });
