import type { Context } from '../../../context.ts';
import type { DecodingKind } from '../../../platform/decoding/open-decoding.ts';
import type { CampaignInput } from '../input/campaign-input.ts';
import type { CompiledCampaign } from './compile-campaign.ts';
import type { RenderedReport } from './typeset-sheet.ts';

const CAMPAIGN: DecodingKind<CampaignInput, CompiledCampaign> = {
  name: 'campaign',
  module: new URL('./compile-campaign.ts', import.meta.url),
  make: 'compileCampaign',
};

/**
 * The bytes of a campaign's report as PDF/A-2b, tagged and without a seal. The same input gives the same bytes. It is set
 * while somebody waits, by the process that answers everybody, so it is done apart from it.
 *
 * @throws when Typst refuses it, or {LostOrderError} when its process ended before it was done: try again
 */
export const renderCampaign = (
  { decoding }: Pick<Context, 'decoding'>,
  { organisationId, input }: { organisationId: string; input: CampaignInput },
): Promise<RenderedReport> =>
  decoding({ organisationId, sessionId: null }, async (decode) => {
    const { pdf, pages } = await decode(CAMPAIGN, input);
    return { pdf: Uint8Array.from(Buffer.from(pdf, 'base64')), pages };
  });
