import type { Shot } from '@field-inspection/contract';
import type { Tx } from '../../../platform/database/transact.ts';
import { readShots } from './session-view.ts';

/**
 * Tells whether an organisation has a campaign, and locks it as the foreign key would: a deletion under way is waited
 * for, and a later one waits.
 */
export const lockCampaign = async (tx: Tx, organisationId: string, campaignId: string): Promise<boolean> => {
  const [campaign] = await tx.db.$queryRaw<{ id: string }[]>`
    select id from campaigns
    where organisation_id = ${organisationId}::uuid and id = ${campaignId}::uuid
    for key share
  `;
  return campaign !== undefined;
};

/** Gives a campaign's shots; none for a missing campaign, which the caller judges. */
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
