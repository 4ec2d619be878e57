import { contract } from '@field-inspection/contract';
import type { Campaign } from '#prisma';
import { ApiError, noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { listPage } from '../../platform/database/list-page.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { readDatabaseFailure } from '../../platform/read-database-failure.ts';
import { createCampaign } from './create-campaign.ts';
import { campaignKeyOf, type CampaignKey } from './exports/campaign-key.ts';
import { viewCampaign } from './exports/campaign-view.ts';
import { getCampaign } from './exports/get-campaign.ts';
import { updateCampaign } from './update-campaign.ts';

export const campaignRoutes = (context: Context) =>
  implement(contract.campaigns, {
    create: (tx, { caller, body }) => createCampaign(context, tx, { ...caller, body }),
    list: ({ caller, query }) => listCampaigns(context, { ...caller, query }),
    get: (given) => getCampaign(context, campaignKeyOf(given)),
    update: (tx, given) => updateCampaign(tx, { ...campaignKeyOf(given), body: given.body }),
    delete: (tx, given) => deleteCampaign(tx, campaignKeyOf(given)),
  });

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

/**
 * Deletes a campaign that no session refers to. The foreign key judges it: if a session is given the campaign during
 * the deletion, the later of the two waits for the other.
 */
export const deleteCampaign = async (tx: Tx, { organisationId, campaignId }: CampaignKey): Promise<void> => {
  const where = { organisation_id: organisationId, id: campaignId };
  const { count } = await tx.db.campaign.deleteMany({ where }).catch((error: unknown) => {
    if (!IN_USE.has(readDatabaseFailure(error)?.code ?? '')) throw error;
    throw new ApiError(
      'campaign.in_use',
      'Sessions refer to the campaign. Give them another one, or none, then delete it.',
      { cause: error },
    );
  });
  if (count === 0) throw noSuch('campaign', campaignId);
};

// foreign_key_violation, which PostgreSQL 18 calls restrict_violation.
const IN_USE = new Set(['23503', '23001']);
