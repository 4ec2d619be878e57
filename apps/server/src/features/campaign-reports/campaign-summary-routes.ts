import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { okPages } from '../../http/streams/ok-pages.ts';
import { callerOf } from '../../http/request-state.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { campaignKeyOf } from '../campaigns/exports/campaign-key.ts';
import { writeCampaignCsv } from './write-campaign-csv.ts';
import { listReportedSessions } from './list-reported-sessions.ts';
import { makeCampaignReport } from './make-campaign-report.ts';
import { summarizeCampaign } from './summarize-campaign.ts';

const { report, listReportedSessions: listSessions, downloadCsv, downloadPdf } = contract.campaigns;

export const campaignSummaryRoutes = (context: Context) =>
  initServer().router(
    { report, listReportedSessions: listSessions, downloadCsv, downloadPdf },
    {
      report: async (input) => ok(await summarizeCampaign(context, campaignKeyOf(input))),
      listReportedSessions: async (input) =>
        ok(await listReportedSessions(context, { ...campaignKeyOf(input), query: input.query })),
      downloadCsv: async (input) => {
        const key = campaignKeyOf(input);
        const pages = await writeCampaignCsv(context, { ...key, ...input.query });
        // By its id: a name that somebody gave could end the header.
        const filename = `campaign-${key.campaignId}.csv`;
        setFileHeaders(input.res, { mime: CSV, filename, byteSize: null });
        return okPages(context, input, pages);
      },
      downloadPdf: async (input) => {
        const key = campaignKeyOf(input);
        const { organisationLocale: locale } = callerOf(input.req);
        const pdf = await makeCampaignReport(context, { ...key, locale, span: input.query });
        const filename = `campaign-${key.campaignId}.pdf`;
        setFileHeaders(input.res, { mime: 'application/pdf', filename, byteSize: pdf.length });
        return okPages(context, input, [pdf]);
      },
    },
  );

const CSV = 'text/csv; charset=utf-8; header=present';
