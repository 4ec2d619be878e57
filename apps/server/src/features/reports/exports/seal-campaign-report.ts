import type { Context } from '../../../context.ts';
import type { CampaignInput } from '../input/campaign-input.ts';
import { renderCampaign } from '../rendering/render-campaign.ts';
import { sealReport, type SealedReport } from '../sealing/seal-report.ts';

export type { CampaignInput, CampaignSession } from '../input/campaign-input.ts';

/** The report of a campaign, rendered and sealed as the report of a session is. */
export const sealCampaignReport = (
  context: Pick<
    Context,
    'seal' | 'timestampAuthorities' | 'revocation' | 'clock' | 'random' | 'log' | 'decoding'
  >,
  { organisationId, input }: { organisationId: string; input: Omit<CampaignInput, 'seal'> },
): Promise<SealedReport> =>
  sealReport(context, (seal) => renderCampaign(context, { organisationId, input: { ...input, seal } }));
