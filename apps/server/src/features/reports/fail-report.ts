import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../context.ts';
import { enqueueReport } from './exports/enqueue-report.ts';
import { GIVEN_UP, planReportRetry } from './plan-report-retry.ts';

/** Records that an attempt failed, and enqueues the next one. attempt_count is the fence: of two jobs one does it. */
export const failReport = async (
  context: Pick<Context, 'transact' | 'log'>,
  { organisation_id, id, attempt_count }: ReportRow,
  error: unknown,
): Promise<void> => {
  const failed = await context.transact(async (tx) => {
    const nextTryAt = planReportRetry({ attemptCount: attempt_count, now: tx.now });
    const { count } = await tx.db.report.updateMany({
      where: { organisation_id, id, attempt_count, status: 'rendering' },
      data: { ...(nextTryAt ? { status: 'queued' } : { status: 'failed', ...GIVEN_UP }), updated_at: tx.now },
    });
    if (count === 0) return undefined;
    if (nextTryAt) enqueueReport(tx, { organisation_id, id }, nextTryAt);
    return { nextTryAt };
  });
  if (!failed) return;
  const { nextTryAt } = failed;
  context.log[nextTryAt ? 'warn' : 'error'](
    { organisation_id, report_id: id, next_try_at: nextTryAt, err: error },
    nextTryAt ? 'a report could not be made, and is tried again' : 'a report was given up',
  );
};
