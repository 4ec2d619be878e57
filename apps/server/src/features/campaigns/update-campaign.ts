import type { Campaign, UpdateCampaignBody } from '@field-inspection/contract';
import { storeShots } from '@field-inspection/rules';
import type { z } from 'zod';
import { noSuch } from '../../api-error.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { CampaignKey } from './exports/campaign-key.ts';
import { viewCampaign } from './exports/campaign-view.ts';

export const updateCampaign = async (
  tx: Tx,
  {
    organisationId,
    campaignId,
    body: { name, description, shots },
  }: CampaignKey & { body: z.output<typeof UpdateCampaignBody> },
): Promise<Campaign> => {
  const [row] = await tx.db.campaign.updateManyAndReturn({
    where: { organisation_id: organisationId, id: campaignId },
    data: {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(shots === undefined ? {} : { shots: storeShots(shots) }),
    },
  });
  if (!row) throw noSuch('campaign', campaignId);
  return viewCampaign(row);
};
