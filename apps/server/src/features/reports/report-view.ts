import { Report } from '@field-inspection/contract';
import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../context.ts';
import { showRow } from '../../platform/database/show-row.ts';
import { linkReport } from './exports/link-report.ts';

export type { Report as ReportRow } from '#prisma';

/** The report as a GET shows it: with a link that opens it for a while. */
export const viewReport = (
  context: Pick<Context, 'config' | 'keyring' | 'clock'>,
  row: ReportRow,
): Report => ({
  ...viewNewReport(row),
  pdf_url: row.status === 'ready' && row.erased_at === null ? linkReport(context, row) : null,
});

/** Shows the report for kept replies: without a link. */
export const viewNewReport = (row: ReportRow): Report =>
  showRow(Report, {
    ...row,
    session: row.session_id,
    seal:
      row.seal_level === null
        ? null
        : { level: row.seal_level, authority: row.seal_authority, demo: row.seal_demo! },
    failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message! },
    pdf_url: null,
  });
