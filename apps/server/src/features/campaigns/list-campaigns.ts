import type { Campaign } from '#prisma';
import type { Context } from '../../context.ts';
import { listPage } from '../../platform/database/list-page.ts';
import { viewCampaign } from './exports/campaign-view.ts';

/** One page of the organisation's campaigns, newest first. */
export const listCampaigns = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    query,
  }: { organisationId: string; query: { limit: number; cursor?: string | undefined } },
) => {
  const { rows, ...page } = await listPage<Campaign>(context, {
    list: ['campaigns', organisationId],
    cursor: query.cursor,
    limit: query.limit,
    of: { table: 'campaigns', organisationId },
  });
  return { data: rows.map(viewCampaign), ...page };
};
