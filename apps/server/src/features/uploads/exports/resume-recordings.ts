import { Prisma } from '#prisma';
import { enqueueJob } from '../../../platform/jobs/define-job.ts';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { remuxRecordingJob } from './record-recording.ts';

/** How long a recording is tried where ffmpeg is missing. */
export const REMUX_TRIED_FOR_MS = 30 * 86_400_000;

/** Has the recordings processed that still wait for it and have no job. */
export const resumeRecordings = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, remuxRecordingJob, {
    find: ({ db, now }) => db.$queryRaw<{ organisation_id: string; id: string }[]>`
      select e.organisation_id, e.id
      from evidence e
      where e.status = 'pending' and e.kind = 'recording'
        and e.created_at >= ${new Date(now.getTime() - REMUX_TRIED_FOR_MS)}
        and ${hasNoJob(remuxRecordingJob, Prisma.sql`e.id`)}
      order by e.created_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, { organisation_id, id }) =>
      enqueueJob(tx, remuxRecordingJob, { payload: { organisation_id, evidence_id: id }, key: id }),
  });
