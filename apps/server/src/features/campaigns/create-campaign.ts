import type { Campaign, CreateCampaignBody } from '@field-inspection/contract';
import { storeShots } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { viewCampaign } from './exports/campaign-view.ts';

export const createCampaign = async (
  { ids }: Pick<Context, 'ids'>,
  tx: Tx,
  { organisationId, body }: { organisationId: string; body: z.output<typeof CreateCampaignBody> },
): Promise<Campaign> => {
  const row = await tx.db.campaign.create({
    data: {
      organisation_id: organisationId,
      id: ids.next(),
      name: body.name,
      description: body.description ?? '',
      shots: storeShots(body.shots),
      created_at: tx.now,
    },
  });
  return viewCampaign(row);
};
