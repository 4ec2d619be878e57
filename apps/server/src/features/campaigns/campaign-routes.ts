import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { campaignKeyOf } from './exports/campaign-key.ts';
import { createCampaign } from './create-campaign.ts';
import { deleteCampaign } from './delete-campaign.ts';
import { getCampaign } from './exports/get-campaign.ts';
import { listCampaigns } from './list-campaigns.ts';
import { updateCampaign } from './update-campaign.ts';

export const campaignRoutes = (context: Context) =>
  implement(contract.campaigns, {
    create: (tx, { caller, body }) => createCampaign(context, tx, { ...caller, body }),
    list: ({ caller, query }) => listCampaigns(context, { ...caller, query }),
    get: (given) => getCampaign(context, campaignKeyOf(given)),
    update: (tx, given) => updateCampaign(tx, { ...campaignKeyOf(given), body: given.body }),
    delete: (tx, given) => deleteCampaign(tx, campaignKeyOf(given)),
  });
