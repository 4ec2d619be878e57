import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { freezeChainJob, requestFreeze } from '../../audit/exports/request-freeze.ts';

/** Has the chains frozen of sessions that ended, where no job does: none while an upload has time left (planFreeze). */
export const resumeFreezes = (context: ResumeContext & Pick<Context, 'config'>): Promise<void> =>
  resumeJobs(context, freezeChainJob, {
    find: ({ db, now }) => db.$queryRaw<{ organisation_id: string; id: string }[]>`
      select s.organisation_id, s.id
      from sessions s
      join audit_chains c on c.organisation_id = s.organisation_id and c.session_id = s.id
      where s.status = 'closed' and s.completed_at is null and c.frozen_at is null
        and (
          s.ended_at <= ${new Date(now.getTime() - context.config.uploadGraceMs)}
          or not exists (
            select from evidence e
            where e.organisation_id = s.organisation_id and e.session_id = s.id and e.status = 'uploading'
          )
        )
        and ${hasNoJob(freezeChainJob, Prisma.sql`s.id`)}
      order by s.ended_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, { organisation_id, id }) =>
      requestFreeze(tx, { organisationId: organisation_id, sessionId: id }),
  });
