import type { FieldBranding } from '@field-inspection/contract';
import type { Branding } from '#prisma';
import type { Context } from '../../../context.ts';
import { lightenColour } from './lighten-colour.ts';

/** The columns that invited people see. */
export type BrandRow = Pick<
  Branding,
  | 'display_name'
  | 'sender_name'
  | 'footer'
  | 'imprint_url'
  | 'privacy_url'
  | 'primary_colour'
  | 'background_colour'
  | 'organisation_id'
  | 'logo_sha256'
  | 'logo_width'
  | 'logo_height'
>;

/** The path is below the base URL and holds the picture's hash, so that the picture there never changes. */
export type BrandLogo = { path: string; width: number; height: number };

/** The looks of an organisation. If it has set nothing it has its name, and all else is the service's own. */
export type Brand = {
  name: string;
  /** The sender's name of e-mails; empty: as the service is set up. */
  senderName: string;
  footer: string;
  imprintUrl: string | null;
  privacyUrl: string | null;
  primary: string | null;
  background: string | null;
  logo: BrandLogo | null;
  /** True if the organisation shows itself before anybody has joined. */
  isSet: boolean;
};

export const describeBrand = (organisationName: string, row: BrandRow | null): Brand => ({
  name: row?.display_name || organisationName,
  senderName: row?.sender_name ?? '',
  footer: row?.footer ?? '',
  imprintUrl: row?.imprint_url ?? null,
  privacyUrl: row?.privacy_url ?? null,
  primary: row?.primary_colour ?? null,
  background: row?.background_colour ?? null,
  logo: row && describeLogo(row),
  isSet: row !== null && SHOWN.some((column) => Boolean(row[column])),
});

export const describeLogo = ({
  organisation_id,
  logo_sha256,
  logo_width,
  logo_height,
}: Pick<BrandRow, 'organisation_id' | 'logo_sha256' | 'logo_width' | 'logo_height'>): BrandLogo | null =>
  logo_sha256 === null || logo_width === null || logo_height === null
    ? null
    : { path: `branding/${organisation_id}/${logo_sha256}.png`, width: logo_width, height: logo_height };

const SHOWN = [
  'display_name',
  'footer',
  'imprint_url',
  'privacy_url',
  'primary_colour',
  'background_colour',
  'logo_sha256',
] as const;

/** Shows the brand as the field person's device gets it. */
export const viewFieldBranding = (
  { config }: Pick<Context, 'config'>,
  { name, footer, ...brand }: Brand,
): FieldBranding => ({
  organisation_name: name,
  colours: {
    primary: brand.primary,
    primary_dark: brand.primary === null ? null : lightenColour(brand.primary),
    background: brand.background,
  },
  logo_url: brand.logo && `${config.baseUrl}/${brand.logo.path}`,
  footer,
  imprint_url: brand.imprintUrl,
  privacy_url: brand.privacyUrl,
});
