import type { Branding } from '@field-inspection/contract';
import type { Branding as BrandingRow } from '#prisma';

/** Without a row: as it is before the first change. */
export const viewBranding = (row: BrandingRow | null): Branding => ({
  display_name: row?.display_name ?? '',
  sender_name: row?.sender_name ?? '',
  footer: row?.footer ?? '',
  imprint_url: row?.imprint_url ?? null,
  privacy_url: row?.privacy_url ?? null,
  colours: { primary: row?.primary_colour ?? null, background: row?.background_colour ?? null },
  version: row?.version ?? 0,
  updated_at: row?.updated_at.toISOString() ?? null,
});
