import type { Report } from '#prisma';
import type { Context } from '../context.ts';
import { freezeChain } from '../features/anchors/freeze-chain.job.ts';
import { makeReport } from '../features/reports/make-report.job.ts';

/** Makes the report at once, and runs nothing else that is due. */
export const makeFirstReport = async (
  context: Context,
  organisation_id: string,
  session_id: string,
): Promise<Report> => {
  await freezeChain.run(context, { organisation_id, session_id });
  const { id } = await context.database.prisma.report.findFirstOrThrow({
    where: { organisation_id, session_id },
  });
  await makeReport.run(context, { organisation_id, report_id: id });
  return context.database.prisma.report.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id, id } },
  });
};
