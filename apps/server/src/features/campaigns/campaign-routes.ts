import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { callerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { createCampaign } from './create-campaign.ts';
import { getCampaign } from './get-campaign.ts';
import { listCampaigns } from './list-campaigns.ts';

export const campaignRoutes = (context: Context) =>
  initServer().router(contract.campaigns, {
    create: ({ req, body }) =>
      writeOnce(
        context,
        { req, body },
        {
          run: async (tx) => ({
            status: 201,
            body: await createCampaign(context, tx, { organisationId: callerOf(req).organisationId, body }),
          }),
        },
      ),
    list: async ({ req, query }) => ({
      status: 200,
      body: await listCampaigns(context, { organisationId: callerOf(req).organisationId, query }),
    }),
    get: async ({ req, params }) => ({
      status: 200,
      body: await getCampaign(context, {
        organisationId: callerOf(req).organisationId,
        campaignId: params.campaign_id,
      }),
    }),
  });
