import { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import type { SessionRow } from './session-view.ts';

export const freezeChainJob = declareJob({
  id: 'freeze-chain',
  payload: z.object({ organisation_id: z.string(), session_id: z.string() }),
});

/**
 * Freezes an ended session's chain at once when no upload is under way, else when their time is over. The transaction
 * ends a session or an upload under the session's lock, so that the last of them sees that no upload is left. The last
 * statement looks, since it sees the transaction's earlier changes. Does nothing to a session that has not ended.
 */
export const planFreeze = (
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { organisation_id, id, status, ended_at }: SessionRow,
): void => {
  if (status !== 'closed') return;
  enqueueJob(tx, freezeChainJob, {
    payload: { organisation_id, session_id: id },
    key: id,
    runAt: new Date(ended_at!.getTime() + config.uploadGraceMs),
    awaitsUploads: true,
  });
};

/** Chains that no job freezes, and whose uploads have no time left (planFreeze). */
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
      enqueueJob(tx, freezeChainJob, { payload: { organisation_id, session_id: id }, key: id }),
  });
