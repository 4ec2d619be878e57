import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, ok } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { createCampaign } from './create-campaign.ts';
import { getCampaign } from './get-campaign.ts';
import { listCampaigns } from './list-campaigns.ts';

export const campaignRoutes = (context: Context) =>
  initServer().router(contract.campaigns, {
    create: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          created(await createCampaign(context, tx, { ...callerOf(input.req), body: input.body })),
      }),
    list: async ({ req, query }) => ok(await listCampaigns(context, { ...callerOf(req), query })),
    get: async ({ req, params }) =>
      ok(await getCampaign(context, { ...callerOf(req), campaignId: params.campaign_id })),
  });
