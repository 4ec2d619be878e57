import { type CampaignInput, composeCampaign } from '../sheets/compose-campaign.ts';
import { type RenderedReport, typesetSheet } from './typeset-sheet.ts';

export type CompiledCampaign = Omit<RenderedReport, 'pdf'> & { pdf: string };

export const compileCampaign = (input: CampaignInput): Promise<CompiledCampaign> => {
  const { pdf, pages } = typesetSheet({
    main: 'campaign.typ',
    sheet: composeCampaign(input),
    createdAt: input.createdAt,
  });
  return Promise.resolve({ pdf: pdf.toString('base64'), pages });
};
