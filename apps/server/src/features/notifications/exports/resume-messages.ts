import { Prisma } from '#prisma';
import { enqueueJob } from '../../../platform/jobs/define-job.ts';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { sendMessageJob } from './queue-messages.ts';

/** Enqueues the messages that are neither sent nor cancelled and have no job. */
export const resumeMessages = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, sendMessageJob, {
    find: ({ db }) => db.$queryRaw<{ organisation_id: string; id: string }[]>`
      select m.organisation_id, m.id
      from messages m
      where m.sent_at is null and m.cancelled_at is null and ${hasNoJob(sendMessageJob, Prisma.sql`m.id`)}
      order by m.created_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, { organisation_id, id }) =>
      enqueueJob(tx, sendMessageJob, { payload: { organisation_id, message_id: id }, key: id }),
  });
