import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { campaignKeyOf } from '../campaigns/exports/campaign-key.ts';
import { listReportedSessions } from './list-reported-sessions.ts';
import { summarizeCampaign } from './summarize-campaign.ts';

const { report, listReportedSessions: listSessions } = contract.campaigns;

export const campaignSummaryRoutes = (context: Context) =>
  initServer().router(
    { report, listReportedSessions: listSessions },
    {
      report: async (input) => ok(await summarizeCampaign(context, campaignKeyOf(input))),
      listReportedSessions: async (input) =>
        ok(await listReportedSessions(context, { ...campaignKeyOf(input), query: input.query })),
    },
  );
