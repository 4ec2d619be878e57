import type { Context } from '../../context.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { enqueueReport, requestFirstReport } from './exports/request-report.ts';
import { FIRST_REPORT_TRIED_FOR_MS } from './exports/resume-reports.ts';

/** Milliseconds that outlast the last retry, and the longest rendering. */
const LEFT_BEHIND_AFTER_MS = 3_600_000;

const BATCH = 100;

/** Without a first report a session never completes: failed, lost and missing ones are asked for again. */
export const sweepReports = defineJob({
  id: 'sweep-reports',
  payload: CrontabPayload,
  run: (context: Context) => runEach(context, 'sweep-reports', [askAgain, askForMissing]),
});

type Left = { organisation_id: string; id: string };

// Raw, as the next statement, for the partial index of reports that are not ready.
const askAgain = async (context: Context): Promise<void> => {
  const now = context.clock.now().getTime();
  const leftBefore = new Date(now - LEFT_BEHIND_AFTER_MS);
  const left = await context.database.prisma.$queryRaw<Left[]>`
    select organisation_id, id
    from reports
    where completes_session and status <> 'ready' and erased_at is null and updated_at < ${leftBefore}
      and created_at > ${new Date(now - FIRST_REPORT_TRIED_FOR_MS)}
    order by updated_at
    limit ${BATCH}
  `;
  for (const { organisation_id, id } of left) {
    await context.transact(async (tx) => {
      const { count } = await tx.db.report.updateMany({
        where: {
          organisation_id,
          id,
          updated_at: { lt: leftBefore },
          status: { not: 'ready' },
          erased_at: null,
        },
        data: {
          status: 'queued',
          attempt_count: 0,
          failure_code: null,
          failure_message: null,
          updated_at: tx.now,
        },
      });
      if (count > 0) enqueueReport(tx, { organisation_id, id });
    });
  }
};

// A worker of the release before freezes a chain without asking for a report.
const askForMissing = async (context: Context): Promise<void> => {
  const frozenBefore = new Date(context.clock.now().getTime() - LEFT_BEHIND_AFTER_MS);
  const sessions = await context.database.prisma.$queryRaw<(Left & { locale: string })[]>`
    select s.organisation_id, s.id, s.locale
    from sessions s
    join audit_chains c on c.organisation_id = s.organisation_id and c.session_id = s.id
    where s.status = 'closed' and s.completed_at is null and c.frozen_at < ${frozenBefore}
      and not exists (
        select from reports r
        where r.organisation_id = s.organisation_id and r.session_id = s.id and r.completes_session
      )
    order by s.ended_at
    limit ${BATCH}
  `;
  for (const { organisation_id: organisationId, id: sessionId, locale } of sessions) {
    await context.transact((tx) =>
      requestFirstReport(context, tx, { organisationId, sessionId, locale, latestAt: tx.now }),
    );
  }
};
