import { z } from 'zod';
import { Prisma } from '#prisma';
import type { Tx } from '../../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { type ResumeContext, RESUMED_AT_ONCE, resumeJobs } from '../../../platform/jobs/resume-jobs.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

export const redactSessionJob = declareJob({
  id: 'redact-session',
  payload: z.object({ organisation_id: z.string(), session_id: z.string(), after: z.string() }),
});

export const enqueueRedaction = (tx: Tx, { organisationId, sessionId }: SessionKey, after = ''): void =>
  enqueueJob(tx, redactSessionJob, {
    payload: { organisation_id: organisationId, session_id: sessionId, after },
    key: sessionId,
  });

/** Redacted sessions that are not erased and have no job. */
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
