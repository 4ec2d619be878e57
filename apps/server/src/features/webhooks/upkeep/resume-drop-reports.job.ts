import { ENDPOINT_EVENT_TYPES } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { CrontabPayload, defineJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs } from '../../../platform/jobs/resume-jobs.ts';
import { reportDroppedDelivery } from '../deliveries/report-dropped-delivery.job.ts';

/** Old news is not told: a receiver has other means to find it by then. */
const TOLD_WITHIN_MS = 86_400_000;

/**
 * Tells of deliveries that were dropped within the last day, where no job does. It reads all that ever failed among
 * the deliveries that are kept, by their index: an index of the dropped ones would be written by every success.
 */
export const resumeDropReports = defineJob({
  id: 'resume-drop-reports',
  payload: CrontabPayload,
  run: (context: Context) =>
    resumeJobs(context, reportDroppedDelivery, {
      find: ({ db, now }) => db.$queryRaw<{ organisation_id: string; id: string }[]>`
      select d.organisation_id, d.id
      from webhook_deliveries d
      join webhook_attempts a
        on a.organisation_id = d.organisation_id and a.delivery_id = d.id and a.number = d.attempt_count
      where d.failure_count > 0 and d.status = 'dropped' and d.reported_attempt < d.attempt_count
        and d.event_type not in (${Prisma.join([...ENDPOINT_EVENT_TYPES])})
        and a.finished_at > ${new Date(now.getTime() - TOLD_WITHIN_MS)}
        and ${hasNoJob(reportDroppedDelivery, Prisma.sql`d.id`)}
      limit ${RESUMED_AT_ONCE}
    `,
      enqueue: (tx, { organisation_id, id }) =>
        enqueueJob(tx, reportDroppedDelivery, { payload: { organisation_id, delivery_id: id }, key: id }),
    }),
});
