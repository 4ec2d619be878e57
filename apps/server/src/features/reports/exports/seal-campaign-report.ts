import type { Context } from '../../../context.ts';
import { Refusal } from '../../../refusals.ts';
import type { CampaignInput } from '../sheets/compose-campaign.ts';
import { NoValidSealError, sealReport, type SealedReport } from '../sealing/seal-report.ts';
import type { DecodingKind } from '../../../platform/decoding/open-decoding.ts';
import type { CompiledCampaign } from '../rendering/compile-campaign.ts';
import type { RenderedReport } from '../rendering/typeset-sheet.ts';
import { locateProgram } from '../../../paths.ts';

export type { CampaignInput, CampaignSession } from '../sheets/compose-campaign.ts';

export const sealCampaignReport = (
  context: Pick<
    Context,
    'seal' | 'timestampAuthorities' | 'revocation' | 'clock' | 'random' | 'log' | 'metrics' | 'decoding'
  >,
  { organisationId, input }: { organisationId: string; input: Omit<CampaignInput, 'seal'> },
): Promise<SealedReport> =>
  sealReport(context, (seal) => renderCampaign(context, { organisationId, input: { ...input, seal } })).catch(
    (error: unknown) => {
      throw error instanceof NoValidSealError ? withoutSeal(error) : error;
    },
  );

/** Somebody waits for the answer, so that the report does not wait for its seal. */
const withoutSeal = (cause: NoValidSealError): Refusal =>
  new Refusal(
    'unavailable',
    'The seal of this service is not valid now, and no report is made without one. Try again later, or take the CSV.',
    { cause, headers: { 'Retry-After': '60' } },
  );

const CAMPAIGN: DecodingKind<CampaignInput, CompiledCampaign> = {
  name: 'campaign',
  module: locateProgram('features/reports/rendering/compile-campaign'),
  make: 'compileCampaign',
};

/**
 * Gives a campaign's report as PDF/A-2b, tagged and without a seal. The same input gives the same bytes. A process
 * apart sets it: the server's own answers everybody while somebody waits.
 *
 * @throws when Typst refuses it, or {LostOrderError} when its process ended before it was done: try again
 */
const renderCampaign = (
  { decoding }: Pick<Context, 'decoding'>,
  { organisationId, input }: { organisationId: string; input: CampaignInput },
): Promise<RenderedReport> =>
  decoding({ organisationId, sessionId: null }, async (decode) => {
    const { pdf, pages } = await decode(CAMPAIGN, input);
    return { pdf: Uint8Array.from(Buffer.from(pdf, 'base64')), pages };
  });
