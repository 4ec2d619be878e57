import type { Context } from '../../context.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import { enqueueReport } from './exports/enqueue-report.ts';
import { FIRST_REPORT_TRIED_FOR_MS } from './exports/given-up-reports.ts';
import { requestFirstReport } from './exports/request-report.ts';

/** After its last retry, and after the longest rendering. */
const LEFT_BEHIND_AFTER_MS = 3_600_000;

const BATCH = 100;

/**
 * Tries the first reports of sessions again that failed, or whose job was lost, and asks for those that nobody asked
 * for: without one a session never completes.
 */
export const sweepReports = defineJob({
  id: 'sweep-reports',
  payload: CrontabPayload,
  run: async (context: Context) => {
    await askAgain(context);
    await askForMissing(context);
  },
});

const askAgain = async (context: Context): Promise<void> => {
  const now = context.clock.now().getTime();
  const left = await context.database.prisma.report.findMany({
    select: { organisation_id: true, id: true, updated_at: true },
    where: {
      completes_session: true,
      status: { not: 'ready' },
      updated_at: { lt: new Date(now - LEFT_BEHIND_AFTER_MS) },
      created_at: { gt: new Date(now - FIRST_REPORT_TRIED_FOR_MS) },
    },
    orderBy: { updated_at: 'asc' },
    take: BATCH,
  });
  for (const { organisation_id, id, updated_at } of left) {
    await context.transact(async (tx) => {
      const { count } = await tx.db.report.updateMany({
        where: { organisation_id, id, updated_at, status: { not: 'ready' } },
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

// A worker of the release before freezes a chain and knows no reports.
const askForMissing = async (context: Context): Promise<void> => {
  const frozenBefore = new Date(context.clock.now().getTime() - LEFT_BEHIND_AFTER_MS);
  const sessions = await context.database.prisma.session.findMany({
    select: { organisation_id: true, id: true, locale: true },
    where: {
      status: 'closed',
      completed_at: null,
      chain: { frozen_at: { lt: frozenBefore } },
      reports: { none: { completes_session: true } },
    },
    orderBy: { ended_at: 'asc' },
    take: BATCH,
  });
  for (const { organisation_id: organisationId, id: sessionId, locale } of sessions) {
    await context.transact((tx) =>
      requestFirstReport(context, tx, { organisationId, sessionId, locale, latestAt: tx.now }),
    );
  }
};
