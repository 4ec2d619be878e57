import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, noContent, ok } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { campaignKeyOf } from './exports/campaign-key.ts';
import { createCampaign } from './create-campaign.ts';
import { deleteCampaign } from './delete-campaign.ts';
import { getCampaign } from './exports/get-campaign.ts';
import { listCampaigns } from './list-campaigns.ts';
import { updateCampaign } from './update-campaign.ts';

const { create, list, get, update, delete: remove } = contract.campaigns;

export const campaignRoutes = (context: Context) =>
  initServer().router(
    { create, list, get, update, delete: remove },
    {
      create: (input) =>
        writeOnce(context, input, {
          run: async (tx) =>
            created(await createCampaign(context, tx, { ...callerOf(input.req), body: input.body })),
        }),
      list: async ({ req, query }) => ok(await listCampaigns(context, { ...callerOf(req), query })),
      get: async (input) => ok(await getCampaign(context, campaignKeyOf(input))),
      update: (input) =>
        writeOnce(context, input, {
          run: async (tx) => ok(await updateCampaign(tx, { ...campaignKeyOf(input), body: input.body })),
        }),
      delete: (input) =>
        writeOnce(context, input, {
          run: async (tx) => {
            await deleteCampaign(tx, campaignKeyOf(input));
            return noContent();
          },
        }),
    },
  );
