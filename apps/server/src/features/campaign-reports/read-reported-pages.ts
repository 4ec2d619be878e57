import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { leadBy, listPage, type Page } from '../../platform/database/list-page.ts';
import type { CampaignKey } from '../campaigns/exports/campaign-key.ts';
import { spanOfCreation, type CreationSpan } from '../sessions/exports/session-filters.ts';
import { REPORTED_COLUMNS, type ReportedRow } from './reported-session.ts';

/** The sessions of a campaign, from a span of time if one is given. */
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
