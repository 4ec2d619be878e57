import type { Branding } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { describeLogo } from './exports/describe-brand.ts';
import type { Branding as BrandingRow } from '#prisma';

/** Without a row: as it is before the first change. */
export const viewBranding = ({ config }: Pick<Context, 'config'>, row: BrandingRow | null): Branding => ({
  display_name: row?.display_name ?? '',
  sender_name: row?.sender_name ?? '',
  footer: row?.footer ?? '',
  imprint_url: row?.imprint_url ?? null,
  privacy_url: row?.privacy_url ?? null,
  colours: { primary: row?.primary_colour ?? null, background: row?.background_colour ?? null },
  logo: viewLogo(config.baseUrl, row),
  version: row?.version ?? 0,
  updated_at: row?.updated_at.toISOString() ?? null,
});

const viewLogo = (baseUrl: string, row: BrandingRow | null): Branding['logo'] => {
  const logo = row && describeLogo(row);
  return logo && { url: `${baseUrl}/${logo.path}`, width: logo.width, height: logo.height };
};
