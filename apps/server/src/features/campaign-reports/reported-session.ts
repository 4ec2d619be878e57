import { ReportedSession } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { showRow } from '../../platform/database/show-row.ts';
import { linkReport } from '../reports/exports/link-report.ts';
import { type SessionRow, viewOutcome } from '../sessions/exports/session-view.ts';
import { leadBy, listPage, type Page } from '../../platform/database/list-page.ts';
import type { CampaignKey } from '../campaigns/exports/campaign-key.ts';
import { type CreationSpan, spanOfCreation } from '../sessions/exports/session-filters.ts';

type NewestReport = {
  id: string;
  locale: string;
  sha256: string;
  byte_size: number;
  ready_at: string;
  is_erased: boolean;
};

export type ReportedRow = SessionRow & {
  audit_chain_hash: string | null;
  report: NewestReport | null;
};

/** The newest report that is ready: report.pdf gives it. */
export const REPORTED_COLUMNS = Prisma.sql`
  sessions.*,
  (
    select c.head_hash from audit_chains c
    where c.organisation_id = sessions.organisation_id and c.session_id = sessions.id and c.frozen_at is not null
  ) as audit_chain_hash,
  (
    select jsonb_build_object(
      'id', r.id, 'locale', r.locale, 'sha256', r.sha256, 'byte_size', r.byte_size, 'ready_at', r.ready_at,
      'is_erased', r.erased_at is not null
    )
    from reports r
    where r.organisation_id = sessions.organisation_id and r.session_id = sessions.id and r.status = 'ready'
    order by r.created_at desc, r.revision desc, r.id desc
    limit 1
  ) as report`;

export const viewReportedSession = (
  context: Pick<Context, 'config' | 'keyring' | 'clock'>,
  row: ReportedRow,
): ReportedSession =>
  showRow(ReportedSession, {
    ...row,
    outcome: viewOutcome(row),
    report: row.report && viewReport(context, row.organisation_id, row.report),
  });

const viewReport = (
  context: Pick<Context, 'config' | 'keyring' | 'clock'>,
  organisation_id: string,
  { is_erased, ready_at, ...report }: NewestReport,
) => ({
  ...report,
  ready_at: new Date(ready_at).toISOString(),
  pdf_url: is_erased ? null : linkReport(context, { organisation_id, id: report.id }),
});

type Wanted = CampaignKey & CreationSpan;

export const readReportedPage = (
  context: Pick<Context, 'database' | 'keyring'>,
  { organisationId, campaignId, ...span }: Wanted,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<ReportedRow>> => {
  const of = { table: 'sessions', organisationId };
  return listPage<ReportedRow>(context, {
    list: ['reported sessions', organisationId, campaignId, span.created_after, span.created_before],
    cursor,
    limit,
    of,
    columns: REPORTED_COLUMNS,
    whole: leadBy(of, Prisma.sql`campaign_id = ${campaignId}::uuid`),
    span: spanOfCreation(span),
  });
};

export async function* readReportedPages(
  context: Pick<Context, 'database' | 'keyring'>,
  wanted: Wanted,
): AsyncGenerator<ReportedRow[]> {
  let cursor: string | undefined;
  do {
    const { rows, next_cursor } = await readReportedPage(context, wanted, { cursor, limit: 100 });
    yield rows;
    cursor = next_cursor ?? undefined;
  } while (cursor !== undefined);
}
