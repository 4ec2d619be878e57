import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok, okBytes } from '../../http/reply.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { campaignKeyOf } from '../campaigns/exports/campaign-key.ts';
import { writeCampaignCsv } from './csv/write-campaign-csv.ts';
import { listReportedSessions } from './list-reported-sessions.ts';
import { summarizeCampaign } from './summarize-campaign.ts';

const { report, listReportedSessions: listSessions, downloadCsv } = contract.campaigns;

export const campaignSummaryRoutes = (context: Context) =>
  initServer().router(
    { report, listReportedSessions: listSessions, downloadCsv },
    {
      report: async (input) => ok(await summarizeCampaign(context, campaignKeyOf(input))),
      listReportedSessions: async (input) =>
        ok(await listReportedSessions(context, { ...campaignKeyOf(input), query: input.query })),
      downloadCsv: async (input) => {
        const key = campaignKeyOf(input);
        const body = await writeCampaignCsv(context, key);
        // By its id: a name that somebody gave could end the header.
        const filename = `campaign-${key.campaignId}.csv`;
        setFileHeaders(input.res, { mime: CSV, filename, byteSize: null });
        return okBytes(input.res, body);
      },
    },
  );

const CSV = 'text/csv; charset=utf-8; header=present';
