import { REMINDERS } from '@field-inspection/rules';
import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { enqueueJob } from '../../../platform/jobs/define-job.ts';
import { hasNoJob } from '../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../platform/jobs/resume-jobs.ts';
import { expireSessionJob, remindSessionJob } from './schedule-session.ts';

/** Milliseconds by which a reminder may be late: a later one does not help. */
const REMINDED_WITHIN_MS = 6 * 3_600_000;

/** Overdue expiries and reminders without a job. */
export const resumeSessions = async (context: ResumeContext & Pick<Context, 'config'>): Promise<void> => {
  await resumeExpiries(context);
  for (const reminder of REMINDERS) await resumeReminders(context, reminder);
};

type Reminder = (typeof REMINDERS)[number];
type Scheduled = { organisation_id: string; id: string; scheduled_for: Date };

const resumeExpiries = (context: ResumeContext & Pick<Context, 'config'>): Promise<void> =>
  resumeJobs(context, expireSessionJob, {
    find: ({ db, now }) => db.$queryRaw<Scheduled[]>`
      select s.organisation_id, s.id, s.scheduled_for
      from sessions s
      where s.status = 'created' and s.scheduled_for <= ${before(now, context.config.sessionTtlMs)}
        and ${hasNoJob(expireSessionJob, Prisma.sql`s.id`)}
      order by s.scheduled_for
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, session) =>
      enqueueJob(tx, expireSessionJob, { payload: describe(session), key: session.id }),
  });

const resumeReminders = (context: ResumeContext, reminder: Reminder): Promise<void> =>
  resumeJobs(context, remindSessionJob, {
    find: (tx) => findUnreminded(tx, reminder),
    enqueue: (tx, session) =>
      enqueueJob(tx, remindSessionJob, {
        payload: { ...describe(session), kind: reminder.kind },
        key: `${session.id}:${reminder.kind}`,
      }),
  });

// A reminder that was past when the session was scheduled is not sent. The operator's is, once a day at most: it tells
// whether the job has run.
const findUnreminded = ({ db, now }: Tx, { kind, beforeMs }: Reminder): Promise<Scheduled[]> => {
  const dueBy = before(now, -beforeMs);
  const soonest = before(now, Math.min(REMINDED_WITHIN_MS - beforeMs, 0));
  const lead = Prisma.sql`make_interval(secs => ${beforeMs / 1000}::float8)`;
  return db.$queryRaw<Scheduled[]>`
    select s.organisation_id, s.id, s.scheduled_for
    from sessions s
    where s.status = 'created' and s.scheduled_for > ${soonest} and s.scheduled_for <= ${dueBy}
      and s.updated_at <= s.scheduled_for - ${lead}
      and not exists (
        select from messages m
        where m.organisation_id = s.organisation_id and m.session_id = s.id
          and m.kind = ${`reminder_operator_${kind}`} and m.created_at >= date_trunc('day', s.scheduled_for - ${lead})
      )
      and ${hasNoJob(remindSessionJob, Prisma.sql`concat_ws(':', s.id, ${kind}::text)`)}
    order by s.scheduled_for
    limit ${RESUMED_AT_ONCE}
  `;
};

const describe = ({ organisation_id, id, scheduled_for }: Scheduled) => ({
  organisation_id,
  session_id: id,
  scheduled_for: scheduled_for.toISOString(),
});

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
