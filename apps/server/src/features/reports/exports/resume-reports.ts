import { Prisma } from '#prisma';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { enqueueReport, makeReportJob } from './request-report.ts';
import { hasId, type GivenUpFacts } from '../../../platform/jobs/given-up-facts.ts';

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

/** Milliseconds for which a session's first report is tried again: as many as an authority is asked for an anchor. */
export const FIRST_REPORT_TRIED_FOR_MS = 7 * 86_400_000;

const ID = Prisma.sql`concat_ws(':', ${makeReportJob.id}::text, r.id)`;

// A session's first report is tried again each hour for a week (sweepReports); nobody tries the others.
const gaveUp = (now: Date): Prisma.Sql => Prisma.sql`
  r.status = 'failed' and r.erased_at is null
  and (not r.completes_session or r.created_at <= ${new Date(now.getTime() - FIRST_REPORT_TRIED_FOR_MS)})`;

export const givenUpReports: GivenUpFacts = {
  kind: makeReportJob.id,
  select: (now) => Prisma.sql`
    select ${ID} as id,
      jsonb_build_object('organisation_id', r.organisation_id, 'session_id', r.session_id, 'report_id', r.id) as about,
      r.created_at as since, r.updated_at as gave_up_at, r.attempt_count as tries, r.failure_message as error
    from reports r
    where ${gaveUp(now)}`,
  retry: async (tx, { id, limit }) => {
    const retried = await tx.db.$queryRaw<{ organisation_id: string; id: string }[]>`
      update reports r
      set status = 'queued', attempt_count = 0, failure_code = null, failure_message = null, updated_at = ${tx.now}
      where r.ctid = any (array(
        select r.ctid from reports r
        where ${gaveUp(tx.now)} and ${hasId(ID, id)}
        order by r.created_at
        limit ${limit}
        for update skip locked
      ))
      returning r.organisation_id, r.id
    `;
    for (const report of retried) enqueueReport(tx, report);
    return retried.length;
  },
};
