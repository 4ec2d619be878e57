import { z } from 'zod';
import type { Tx } from '../../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';

/** Sends the recipients of a session their links to its first report. */
export const shareReportJob = declareJob({
  id: 'share-report',
  payload: z.object({ organisation_id: z.string(), session_id: z.string(), report_id: z.string() }),
});

export type Sharing = { organisation_id: string; session_id: string; id: string };

export const enqueueSharing = (tx: Tx, { organisation_id, session_id, id }: Sharing): void =>
  enqueueJob(tx, shareReportJob, {
    payload: { organisation_id, session_id, report_id: id },
    key: session_id,
    runAt: tx.now,
  });
