import { ApiError, noSuch } from '../../api-error.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { readDatabaseFailure } from '../../platform/read-database-failure.ts';
import type { CampaignKey } from './exports/campaign-key.ts';

/**
 * Deletes a campaign that no session refers to. The foreign key judges it: of a deletion and of a session that is given
 * the campaign at the same moment, the second waits for the first.
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
