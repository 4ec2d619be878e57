import { Prisma } from '#prisma';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { enqueueReport, makeReportJob } from './enqueue-report.ts';

/** Has the reports made that are neither ready nor failed and have no job. */
export const resumeReports = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, makeReportJob, {
    find: ({ db }) => db.$queryRaw<{ organisation_id: string; id: string }[]>`
      select r.organisation_id, r.id
      from reports r
      where r.status in ('queued', 'rendering') and ${hasNoJob(makeReportJob, Prisma.sql`r.id`)}
      order by r.created_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, report) => enqueueReport(tx, report),
  });
