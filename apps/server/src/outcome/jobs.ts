import { Prisma } from '#prisma';
import { freezeChainJob } from '../features/audit/exports/request-freeze.ts';
import type { JobSpec, PlannedFreeze } from '../platform/database/outcome.ts';
import type { Part } from './last-statement.ts';

export const enqueueJobs = (jobs: JobSpec[]): Part[] => {
  if (jobs.length === 0) return [];
  return [
    {
      jobs: Prisma.sql`
        select s.identifier, s.payload, s.run_at, s.job_key
        from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb)
          as s (identifier text, payload json, run_at timestamptz, job_key text)`,
    },
  ];
};

/** The statement looks for uploads, which sees what the transaction has changed before it. */
export const planFreezes = (freezes: PlannedFreeze[]): Part[] =>
  freezes.map(({ organisationId, sessionId, uploadsEndAt }) => ({
    jobs: Prisma.sql`
      select ${freezeChainJob.id}::text,
        json_build_object('organisation_id', ${organisationId}::uuid, 'session_id', ${sessionId}::uuid),
        case when exists (
          select from evidence
          where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
            and status = 'uploading'
        ) then ${uploadsEndAt}::timestamptz end,
        ${`${freezeChainJob.id}:${sessionId}`}::text`,
  }));
