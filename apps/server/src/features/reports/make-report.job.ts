import type { LocaleCode } from '@field-inspection/contract';
import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../context.ts';
import { createMutex } from '../../platform/concurrency/create-mutex.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { enqueueReport, makeReportJob } from './exports/request-report.ts';
import { finishReport, type MadeReport } from './finish-report.ts';
import { readReportInput } from './input/read-report-input.ts';
import type { ReportInput } from './input/report-input.ts';
import { renderReport } from './rendering/render-report.ts';
import { NoValidSealError, sealReport } from './sealing/seal-report.ts';

/** Two jobs at once make a report twice and record it once; the sweep deletes the other file. */
export const makeReport = defineJob({
  ...makeReportJob,
  run: async (context: Context, key) => {
    // Pictures of a single report at a time are in memory.
    await inTurn('report', async () => {
      const report = await startReport(context, key);
      if (!report) return;
      try {
        await finishReport(context, report, await composeReport(context, report));
      } catch (error) {
        if (error instanceof NoValidSealError) await awaitSeal(context, report);
        else await failReport(context, report, error);
      }
    });
  },
});

const inTurn = createMutex();

const composeReport = async (context: Context, report: ReportRow): Promise<MadeReport> => {
  // Nothing is read of a report that waits for its seal.
  let input: ReturnType<typeof readInputOf> | undefined;
  const sealed = await sealReport(context, async (seal) => {
    input ??= readInputOf(context, report);
    return renderReport({ ...(await input), seal });
  });
  const findings = (await input)?.photos.flatMap(({ finding }) => finding ?? []) ?? [];
  return { ...sealed, findings };
};

const readInputOf = (context: Context, report: ReportRow) =>
  readReportInput(context, {
    organisationId: report.organisation_id,
    sessionId: report.session_id,
    createdAt: context.clock.now().toISOString(),
    locale: report.locale as LocaleCode,
    variant: {
      auditTrail: report.audit_trail ? 'printed' : 'left_out',
      photos: report.photos as ReportInput['variant']['photos'],
    },
  });

/** The attempt is counted before the work: a report that ends its process each time is given up, too. */
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

/** Milliseconds between two looks for a valid seal. */
export const SEAL_WAIT_MS = 600_000;

/** A report that waits has used none of its attempts: it may wait for weeks. */
const awaitSeal = async (
  { transact, log }: Pick<Context, 'transact' | 'log'>,
  { organisation_id, id, attempt_count }: ReportRow,
): Promise<void> => {
  await transact(async (tx) => {
    const { count } = await tx.db.report.updateMany({
      where: { organisation_id, id, attempt_count, status: 'rendering' },
      data: { status: 'queued', attempt_count: attempt_count - 1, updated_at: tx.now },
    });
    if (count > 0) enqueueReport(tx, { organisation_id, id }, new Date(tx.now.getTime() + SEAL_WAIT_MS));
  });
  log.warn({ organisation_id, report_id: id }, 'a report waits for a valid seal');
};

/** A later try may read the picture, or find the thread alive. After the last delay the report is given up. */
const DELAYS_MS = [5_000, 60_000, 600_000];

export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** The cause is in the log alone: it may quote a person's words. */
const GIVEN_UP = {
  failure_code: 'render_failed',
  failure_message: 'The report could not be made. Ask for another one, or tell support the id of this one.',
};

const planReportRetry = ({ attemptCount, now }: { attemptCount: number; now: Date }): Date | null => {
  const delayMs = DELAYS_MS[attemptCount - 1];
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs);
};

/** attempt_count is the fence: only one of two jobs records the failure and enqueues the next try. */
const failReport = async (
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
