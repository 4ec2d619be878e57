import { invalidField } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/** A session's campaign must be one of its own organisation's. */
export const requireCampaign = async (tx: Tx, organisationId: string, campaignId: string): Promise<void> => {
  const campaign = await tx.db.campaign.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: campaignId } },
  });
  if (!campaign) throw invalidField('campaign', 'is not a campaign of this organisation', 'not_found');
};
