import { Prisma } from '#prisma';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { enqueueRedaction, redactSessionJob } from './enqueue-redaction.ts';

/** Has the erasure of redacted sessions go on, where it is not done and has no job. */
export const resumeRedactions = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, redactSessionJob, {
    find: ({ db }) => db.$queryRaw<{ organisation_id: string; id: string }[]>`
      select s.organisation_id, s.id
      from sessions s
      where s.redacted_at is not null and s.erased_at is null
        and ${hasNoJob(redactSessionJob, Prisma.sql`s.id`)}
      order by s.redacted_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, { organisation_id, id }) =>
      enqueueRedaction(tx, { organisationId: organisation_id, sessionId: id }),
  });
