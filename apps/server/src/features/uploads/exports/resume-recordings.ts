import { Prisma } from '#prisma';
import { enqueueJob } from '../../../platform/jobs/define-job.ts';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { remuxRecordingJob } from './record-recording.ts';
import { hasId, type GivenUpFacts } from '../../../platform/jobs/given-up-facts.ts';

/** Milliseconds for which a recording is tried while no process answers, such as on a host that is too busy. */
export const REMUX_TRIED_FOR_MS = 30 * 86_400_000;

/** Recordings that wait to be processed and have no job. */
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

const ID = Prisma.sql`concat_ws(':', ${remuxRecordingJob.id}::text, e.id)`;

const gaveUp = (now: Date): Prisma.Sql => Prisma.sql`
  e.status = 'pending' and e.kind = 'recording'
  and e.created_at < ${new Date(now.getTime() - REMUX_TRIED_FOR_MS)}
  and ${hasNoJob(remuxRecordingJob, Prisma.sql`e.id`)}`;

export const givenUpRecordings: GivenUpFacts = {
  kind: remuxRecordingJob.id,
  select: (now) => Prisma.sql`
    select ${ID} as id,
      jsonb_build_object('organisation_id', e.organisation_id, 'session_id', e.session_id, 'evidence_id', e.id) as about,
      e.created_at as since,
      e.created_at + make_interval(secs => ${REMUX_TRIED_FOR_MS / 1_000}::int) as gave_up_at, 0 as tries, coalesce(e.failure_message, 'Its job was lost.') as error
    from evidence e
    where ${gaveUp(now)}`,
  // The row does not count tries: a new job is all. By its key, two retries at once leave one job.
  retry: async (tx, { id, limit }) => {
    const retried = await tx.db.$queryRaw<{ organisation_id: string; evidence_id: string }[]>`
      select e.organisation_id, e.id as evidence_id from evidence e
      where ${gaveUp(tx.now)} and ${hasId(ID, id)}
      limit ${limit}
    `;
    for (const payload of retried) {
      enqueueJob(tx, remuxRecordingJob, { payload, key: payload.evidence_id });
    }
    return retried.length;
  },
};
