import { preparePicture } from '../pictures/prepare-picture.ts';
import { type CampaignInput, composeCampaign } from '../sheets/compose-campaign.ts';
import type { PlacedPicture } from '../sheets/compose-figures.ts';
import { type RenderedReport, typesetSheet } from './typeset-sheet.ts';

export type CompiledCampaign = Omit<RenderedReport, 'pdf'> & { pdf: string };

export const compileCampaign = async (input: CampaignInput): Promise<CompiledCampaign> => {
  const logo = await prepareLogo(input.organisation.logo);
  const { pdf, pages } = typesetSheet({
    main: 'campaign.typ',
    sheet: composeCampaign(input, logo?.picture ?? null),
    createdAt: input.createdAt,
    pictures: logo ? [[logo.picture.path, logo.jpeg]] : [],
  });
  return { pdf: pdf.toString('base64'), pages };
};

type Logo = { picture: PlacedPicture; jpeg: Buffer };

/** The logo is small, so that Typst may decode it itself. */
const prepareLogo = async (png: string | null): Promise<Logo | null> => {
  if (png === null) return null;
  const bytes = Buffer.from(png, 'base64');
  const prepared = await preparePicture({ bytes, mime: 'image/png' }, 'contact_sheet');
  if (!prepared) return null;
  const { jpeg, width, height } = prepared;
  const picture = { path: 'logo.jpg', width, height, file: { width, height } };
  return { picture, jpeg: Buffer.from(jpeg) };
};
