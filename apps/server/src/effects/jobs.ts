import { Prisma } from '#prisma';
import type { JobSpec } from '../platform/database/effects.ts';
import type { Part } from './last-statement.ts';

export const enqueueJobs = (jobs: JobSpec[]): Part[] => {
  if (jobs.length === 0) return [];
  const rows = jobs.map(({ when: { runAt, awaitsUploads }, ...job }) => ({ ...job, runAt, awaitsUploads }));
  const dueAt = jobs.some(({ when }) => when.awaitsUploads) ? DUE_AFTER_UPLOADS : Prisma.sql`s."runAt"`;
  return [
    {
      jobs: Prisma.sql`
        select s.identifier, s.payload, ${dueAt}, s.job_key
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s
          (identifier text, payload json, "runAt" timestamptz, "awaitsUploads" boolean, job_key text)`,
    },
  ];
};

// The statement sees what the transaction has changed of uploads before it.
const DUE_AFTER_UPLOADS = Prisma.sql`
  case when s."awaitsUploads" is null or exists (
    select from evidence
    where organisation_id = (s.payload ->> 'organisation_id')::uuid
      and session_id = (s.payload ->> 'session_id')::uuid and status = 'uploading'
  ) then s."runAt" end`;
