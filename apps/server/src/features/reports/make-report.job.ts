import type { Report as ReportRow } from '#prisma';
import type { LocaleCode } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { createMutex } from '../../platform/concurrency/create-mutex.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { makeReportJob } from './exports/enqueue-report.ts';
import { failReport } from './fail-report.ts';
import { finishReport } from './finish-report.ts';
import { readReportInput } from './input/read-report-input.ts';
import type { ReportInput } from './input/report-input.ts';
import { renderReport } from './rendering/render-report.ts';
import { sealReport, type SealedReport } from './sealing/seal-report.ts';
import { startReport } from './start-report.ts';

/**
 * Makes a report: renders it, seals it, stores it, and then records it, once. Two jobs that run at once make it twice
 * and record it once; what the other has stored is swept.
 */
export const makeReport = defineJob({
  ...makeReportJob,
  run: async (context: Context, key) => {
    // The pictures of one report at a time are in memory.
    await inTurn('report', async () => {
      const report = await startReport(context, key);
      if (!report) return;
      try {
        await finishReport(context, report, await composeReport(context, report));
      } catch (error) {
        await failReport(context, report, error);
      }
    });
  },
});

const inTurn = createMutex();

const composeReport = async (context: Context, report: ReportRow): Promise<SealedReport> => {
  const input = await readReportInput(context, {
    organisationId: report.organisation_id,
    sessionId: report.session_id,
    createdAt: context.clock.now().toISOString(),
    locale: report.locale as LocaleCode,
    variant: {
      auditTrail: report.audit_trail ? 'printed' : 'left_out',
      photos: report.photos as ReportInput['variant']['photos'],
    },
  });
  return sealReport(context, (seal) => renderReport({ ...input, seal }));
};
