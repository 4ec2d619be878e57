import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { okPages } from '../../http/streams/ok-pages.ts';
import { campaignKeyOf, type CampaignKey } from '../campaigns/exports/campaign-key.ts';
import { getCampaign } from '../campaigns/exports/get-campaign.ts';
import { makeCampaignReport } from './make-campaign-report.ts';
import { readReportedPage } from './read-reported-pages.ts';
import { viewReportedSession } from './reported-session.ts';
import { summarizeCampaign } from './summarize-campaign.ts';
import { writeCampaignCsv } from './write-campaign-csv.ts';

export const campaignSummaryRoutes = (context: Context) =>
  implement(contract.campaigns, {
    report: (given) => summarizeCampaign(context, campaignKeyOf(given)),
    listReportedSessions: (given) =>
      listReportedSessions(context, { ...campaignKeyOf(given), query: given.query }),
    downloadCsv: {
      reply: async (given) => {
        const key = campaignKeyOf(given);
        const pages = await writeCampaignCsv(context, { ...key, ...given.query });
        // The file has the campaign's id: a name that somebody gave could end the header.
        const filename = `campaign-${key.campaignId}.csv`;
        setFileHeaders(given.res, { mime: CSV, filename, byteSize: null });
        return okPages(context, given, pages);
      },
    },
    downloadPdf: {
      reply: async (given) => {
        const key = campaignKeyOf(given);
        const { organisationLocale: locale } = given.caller;
        const pdf = await makeCampaignReport(context, { ...key, locale, span: given.query });
        const filename = `campaign-${key.campaignId}.pdf`;
        setFileHeaders(given.res, { mime: 'application/pdf', filename, byteSize: pdf.length });
        return okPages(context, given, [pdf]);
      },
    },
  });

const CSV = 'text/csv; charset=utf-8; header=present';

export const listReportedSessions = async (
  context: Pick<Context, 'database' | 'keyring' | 'config' | 'clock'>,
  { query, ...key }: CampaignKey & { query: { limit: number; cursor?: string | undefined } },
) => {
  const { rows, ...page } = await readReportedPage(context, key, query);
  if (rows.length === 0) await getCampaign(context, key);
  return { data: rows.map((row) => viewReportedSession(context, row)), ...page };
};
