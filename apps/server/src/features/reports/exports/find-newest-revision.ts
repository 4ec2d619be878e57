import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../../context.ts';

/** The revision of a report that bears the most signatures; the report itself while it bears none. */
export const findNewestRevision = (
  { database }: Pick<Context, 'database'>,
  root: RootKey,
): Promise<ReportRow> =>
  database.prisma.report.findFirstOrThrow({
    where: {
      organisation_id: root.organisationId,
      OR: [{ id: root.reportId }, { revision_of: root.reportId }],
    },
    orderBy: { revision: 'desc' },
  });

/** A report without any signature. */
export type RootKey = { organisationId: string; reportId: string };
