import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import type { CampaignKey } from '../campaigns/exports/campaign-key.ts';
import { getCampaign } from '../campaigns/exports/get-campaign.ts';
import { REPORTED_COLUMNS, viewReportedSession, type ReportedRow } from './reported-session.ts';

/** One page of a campaign's sessions, newest first, each with its newest report. */
export const listReportedSessions = async (
  context: Pick<Context, 'database' | 'keyring' | 'config' | 'clock'>,
  {
    organisationId,
    campaignId,
    query,
  }: CampaignKey & { query: { limit: number; cursor?: string | undefined } },
) => {
  const of = { table: 'sessions', organisationId };
  const { rows, ...page } = await listPage<ReportedRow>(context, {
    list: ['reported sessions', organisationId, campaignId],
    cursor: query.cursor,
    limit: query.limit,
    of,
    columns: REPORTED_COLUMNS,
    whole: leadBy(of, Prisma.sql`campaign_id = ${campaignId}::uuid`),
  });
  if (rows.length === 0) await getCampaign(context, { organisationId, campaignId });
  return { data: rows.map((row) => viewReportedSession(context, row)), ...page };
};
