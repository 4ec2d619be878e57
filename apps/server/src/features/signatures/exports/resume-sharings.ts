import { Prisma } from '#prisma';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { enqueueSharing, shareReportJob, type Sharing } from '../../reports/exports/share-report-job.ts';

/** Milliseconds after which nobody expects a link any more, as a first report is tried no longer. */
const SHARED_WITHIN_MS = 7 * 86_400_000;

/** Enqueues the sharing of reports that were made and of which no recipient has a link. */
export const resumeSharings = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, shareReportJob, {
    find: ({ db, now }) => db.$queryRaw<Sharing[]>`
      select s.organisation_id, s.id as session_id, r.id
      from sessions s
      join reports r on r.organisation_id = s.organisation_id and r.session_id = s.id and r.completes_session
      where s.completed_at > ${new Date(now.getTime() - SHARED_WITHIN_MS)} and s.report_recipients <> '[]'
        and s.started_at is not null and s.redacted_at is null
        and not exists (
          select from signatures g
          where g.organisation_id = s.organisation_id and g.session_id = s.id and g.purpose = 'read'
        )
        and ${hasNoJob(shareReportJob, Prisma.sql`s.id`)}
      order by s.completed_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: enqueueSharing,
  });
