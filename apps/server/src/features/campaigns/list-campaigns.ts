import type { Campaign } from '#prisma';
import type { Context } from '../../context.ts';
import { listPage, placeColumn, type Placed } from '../../platform/database/list-page.ts';
import { viewCampaign } from './campaign-view.ts';

/** One page of the organisation's campaigns, newest first. */
export const listCampaigns = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    query,
  }: { organisationId: string; query: { limit: number; cursor?: string | undefined } },
) => {
  const list = ['campaigns', organisationId];
  const { rows, ...page } = await listPage(
    context,
    { list, cursor: query.cursor, limit: query.limit },
    ({ after, order }) =>
      // Raw: the place is kept to the microsecond, which Prisma's dates are not.
      context.database.prisma.$queryRaw<(Campaign & Placed)[]>`
      select *, ${placeColumn}
      from campaigns
      where organisation_id = ${organisationId}::uuid and ${after}
      ${order}
    `,
  );
  return { data: rows.map(viewCampaign), ...page };
};
