import type { Context } from '../../context.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import { enqueueReport } from './exports/enqueue-report.ts';

/** After its last retry, and after the longest rendering. */
const LEFT_BEHIND_AFTER_MS = 3_600_000;
/** As long as an authority is asked for an anchor. */
const GIVEN_UP_AFTER_MS = 7 * 86_400_000;

const BATCH = 100;

/** Tries the first reports of sessions again that failed, or whose job was lost: without one a session never completes. */
export const sweepReports = defineJob({
  id: 'sweep-reports',
  payload: CrontabPayload,
  run: async (context: Context) => {
    const now = context.clock.now().getTime();
    const left = await context.database.prisma.report.findMany({
      select: { organisation_id: true, id: true, updated_at: true },
      where: {
        completes_session: true,
        status: { not: 'ready' },
        updated_at: { lt: new Date(now - LEFT_BEHIND_AFTER_MS) },
        created_at: { gt: new Date(now - GIVEN_UP_AFTER_MS) },
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
  },
});
