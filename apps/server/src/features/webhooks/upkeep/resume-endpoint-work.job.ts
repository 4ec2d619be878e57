import { ENDPOINT_EVENT_TYPES } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { CrontabPayload, defineJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { runEach } from '../../../platform/jobs/run-each.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { continueRecovery, enqueueRecovery, type Recovery } from '../deliveries/redeliver-webhooks.job.ts';
import { enqueueReport, reportDisabledEndpoint } from '../endpoints/report-disabled-endpoint.job.ts';
import { reportDroppedDelivery } from '../deliveries/report-dropped-delivery.job.ts';

/** Work of endpoints that has no job: recoveries, and reports of pauses. */
export const resumeEndpointWork = defineJob({
  id: 'resume-endpoint-work',
  payload: CrontabPayload,
  run: (context: Context) => runEach(context, 'resume-endpoint-work', [resumeRecoveries, resumePauseReports]),
});

const resumeRecoveries = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, continueRecovery, {
    find: async ({ db }) => {
      const since = Prisma.sql`to_char(r.since, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
      const rows = await db.$queryRaw<
        { organisation_id: string; endpoint_id: string; since: Date; after_sequence: bigint }[]
      >`
        select r.organisation_id, r.endpoint_id, r.since, r.after_sequence
        from webhook_recoveries r
        where ${hasNoJob(continueRecovery, Prisma.sql`concat_ws(':', r.endpoint_id, ${since}, r.after_sequence)`)}
        limit ${RESUMED_AT_ONCE}
      `;
      return rows.map((row): Recovery => ({
        organisationId: row.organisation_id,
        endpointId: row.endpoint_id,
        since: row.since,
        afterSequence: Number(row.after_sequence),
      }));
    },
    enqueue: enqueueRecovery,
  });

const resumePauseReports = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, reportDisabledEndpoint, {
    find: ({ db }) => db.$queryRaw<{ organisation_id: string; id: string }[]>`
      select w.organisation_id, w.id
      from webhook_endpoints w
      where not w.active and w.deleted_at is null and w.paused_at is distinct from w.pause_reported_at
        and ${hasNoJob(reportDisabledEndpoint, Prisma.sql`w.id`)}
      order by w.paused_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, { organisation_id, id }) =>
      enqueueReport(tx, { organisationId: organisation_id, endpointId: id }),
  });

/** Older drops are not told: a receiver has found them by other means. */
const TOLD_WITHIN_MS = 86_400_000;

/** By the index of deliveries that ever failed: every success would write an index of the dropped ones. */
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
