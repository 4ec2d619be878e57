import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../context.ts';
import { GIVEN_UP, MAX_ATTEMPTS } from './plan-report-retry.ts';

/**
 * Takes up a report that is not made yet; undefined for one that is ready or has failed. Counted before it is made:
 * one that ends its process each time is given up, too.
 */
export const startReport = async (
  { database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  { organisation_id, report_id }: { organisation_id: string; report_id: string },
): Promise<ReportRow | undefined> => {
  const unfinished = { organisation_id, id: report_id, status: { in: ['queued', 'rendering'] } };
  const started = await database.prisma.report.updateManyAndReturn({
    where: { ...unfinished, attempt_count: { lt: MAX_ATTEMPTS } },
    data: { status: 'rendering', attempt_count: { increment: 1 }, updated_at: clock.now() },
  });
  if (started[0]) return started[0];
  const { count } = await database.prisma.report.updateMany({
    where: unfinished,
    data: { status: 'failed', ...GIVEN_UP, updated_at: clock.now() },
  });
  if (count > 0) log.error({ organisation_id, report_id }, 'a report was given up');
  return undefined;
};
