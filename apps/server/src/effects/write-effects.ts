import type { Tx } from '../platform/database/transact.ts';
import { extendChains } from './chains.ts';
import { fanOutEvents } from './events.ts';
import { type Part, sendStatement } from './last-statement.ts';
import { cancelMessages, queueMessages } from './messages.ts';
import { insertSession } from './new-session.ts';
import { settleQuota, takeQuota } from './quota.ts';
import { changeRows, insertRows, keepReply, tellRooms } from './rows.ts';
import { Prisma } from '#prisma';
import type { JobSpec } from '../platform/database/effects.ts';

export const writeEffects = async (tx: Tx): Promise<void> => {
  const { db, now, effects } = tx;
  const chains = await extendChains(tx);
  const events = await fanOutEvents(tx);
  const parts = [
    ...insertSession(effects.newSession),
    ...takeQuota(effects.quotaTaken),
    ...settleQuota(effects.quotaSettled),
    ...cancelMessages(effects.cancelledMessages, now),
    ...queueMessages(effects.messages),
    ...insertRows(effects.rows),
    ...changeRows(effects.changes),
    ...tellRooms(effects.roomEvents, now),
    ...enqueueJobs(effects.jobs),
    ...keepReply(effects.reply, now),
    ...chains,
    ...events,
  ];
  await sendStatement(db, { parts, right: effects.right });
};

export const writeNewSession = async ({ db, effects }: Pick<Tx, 'db' | 'effects'>): Promise<void> => {
  const parts = insertSession(effects.newSession);
  effects.newSession = null;
  await sendStatement(db, { parts });
};

const enqueueJobs = (jobs: JobSpec[]): Part[] => {
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
