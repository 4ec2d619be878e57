import type { Shot } from '@field-inspection/contract';
import type { Tx } from '../../../platform/database/transact.ts';
import { readShots } from './session-view.ts';

/** What a campaign asks for; nothing where there is none, which the caller judges. */
export const findCampaignShots = async (
  tx: Tx,
  organisationId: string,
  campaignId: string | null | undefined,
): Promise<Shot[]> => {
  if (!campaignId) return [];
  const campaign = await tx.db.campaign.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: campaignId } },
    select: { shots: true },
  });
  return campaign ? readShots(campaign) : [];
};
