import { Prisma } from '#prisma';
import { enqueueJob } from '../../../platform/jobs/define-job.ts';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { followSubscription } from '../follow-subscription.job.ts';

export const resumeSubscriptions = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, followSubscription, {
    find: ({ db }) => db.$queryRaw<{ organisation_id: string }[]>`
      select e.organisation_id
      from billing_events e
      where e.handled_at is null and ${hasNoJob(followSubscription, Prisma.sql`e.organisation_id`)}
      group by e.organisation_id
      order by min(e.received_at)
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, { organisation_id }) =>
      enqueueJob(tx, followSubscription, { payload: { organisation_id }, key: organisation_id }),
  });
