import { type CampaignSummary, contract, OUTCOMES, SESSION_STATUSES } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { okPages } from '../../http/streams/ok-pages.ts';
import { type CampaignKey, campaignKeyOf } from '../campaigns/exports/campaign-key.ts';
import { getCampaign } from '../campaigns/exports/get-campaign.ts';
import { makeCampaignReport } from './make-campaign-report.ts';
import { readReportedPage, viewReportedSession } from './reported-session.ts';
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
        // The name that somebody gave a campaign could end the header.
        const filename = `campaign-${key.campaignId}.csv`;
        setFileHeaders(given.res, { mime: CSV, filename, byteSize: null });
        return okPages(context, given, pages);
      },
    },
    downloadPdf: {
      reply: async (given) => {
        const key = campaignKeyOf(given);
        const { organisationLocale: locale } = given.caller;
        const { references, persons, ...span } = given.query;
        const shown = { references: references === 'true', persons: persons === 'true' };
        const pdf = await makeCampaignReport(context, { ...key, locale, span, shown });
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

const summarizeCampaign = async (
  context: Pick<Context, 'database'>,
  key: CampaignKey,
): Promise<CampaignSummary> => {
  await getCampaign(context, key);
  const states = await context.database.prisma.session.groupBy({
    by: ['status', 'outcome'],
    where: { organisation_id: key.organisationId, campaign_id: key.campaignId },
    _count: true,
    _min: { created_at: true },
    _max: { created_at: true },
  });
  const countBy = <Name extends string>(column: 'status' | 'outcome', names: readonly Name[]) =>
    Object.fromEntries(
      names.map((name) => [name, sumOf(states.filter((state) => state[column] === name))]),
    ) as Record<Name, number>;
  const firsts = states.map(({ _min }) => _min.created_at!.getTime());
  const lasts = states.map(({ _max }) => _max.created_at!.getTime());
  return {
    campaign: key.campaignId,
    session_count: sumOf(states),
    status_counts: countBy('status', SESSION_STATUSES),
    outcome_counts: countBy('outcome', OUTCOMES),
    first_created_at: states.length > 0 ? new Date(Math.min(...firsts)).toISOString() : null,
    last_created_at: states.length > 0 ? new Date(Math.max(...lasts)).toISOString() : null,
  };
};

const sumOf = (states: { _count: number }[]): number => states.reduce((sum, { _count }) => sum + _count, 0);
