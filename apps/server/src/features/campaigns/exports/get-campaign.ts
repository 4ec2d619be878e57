import type { Campaign } from '@field-inspection/contract';
import { noSuch } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { CampaignKey } from './campaign-key.ts';
import { viewCampaign } from './campaign-view.ts';

export const getCampaign = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, campaignId }: CampaignKey,
): Promise<Campaign> => {
  const row = await database.prisma.campaign.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: campaignId } },
  });
  if (!row) throw noSuch('campaign', campaignId);
  return viewCampaign(row);
};
