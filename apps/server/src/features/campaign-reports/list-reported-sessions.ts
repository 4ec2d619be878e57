import type { Context } from '../../context.ts';
import type { CampaignKey } from '../campaigns/exports/campaign-key.ts';
import { getCampaign } from '../campaigns/exports/get-campaign.ts';
import { readReportedPage } from './read-reported-pages.ts';
import { viewReportedSession } from './reported-session.ts';

/** One page of a campaign's sessions, newest first, each with its newest report. */
export const listReportedSessions = async (
  context: Pick<Context, 'database' | 'keyring' | 'config' | 'clock'>,
  { query, ...key }: CampaignKey & { query: { limit: number; cursor?: string | undefined } },
) => {
  const { rows, ...page } = await readReportedPage(context, key, query);
  if (rows.length === 0) await getCampaign(context, key);
  return { data: rows.map((row) => viewReportedSession(context, row)), ...page };
};
