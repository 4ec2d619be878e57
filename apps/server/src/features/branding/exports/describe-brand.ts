import { createHash } from 'node:crypto';
import {
  AA_CONTRAST,
  contrastOf,
  type FieldBranding,
  type UpdateBrandingBody,
} from '@field-inspection/contract';
import type { z } from 'zod';
import type { Branding } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Html } from '../../../http/pages/html.ts';
import { HOUSE_COLOURS } from '../../../platform/house-colours.ts';

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

/** The path holds the picture's hash, so that the picture there never changes. */
type BrandLogo = { path: string; width: number; height: number };

/** An organisation that has set nothing has its name, and all else is the service's own. */
export type Brand = {
  name: string;
  senderName: string;
  footer: string;
  imprintUrl: string | null;
  privacyUrl: string | null;
  primary: string | null;
  background: string | null;
  logo: BrandLogo | null;
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

export const listChanges = ({
  colours,
  domain: _,
  ...words
}: z.output<typeof UpdateBrandingBody>): Partial<BrandRow> => {
  const named = { ...words, primary_colour: colours?.primary, background_colour: colours?.background };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
};

/** The card of a dark page. */
export const DARK_CARD = HOUSE_COLOURS.dark.card;

const STEPS = 20;

export const lightenColour = (colour: string): string => {
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => mixWithWhite(colour, step / STEPS));
  return steps.find((lighter) => contrastOf(lighter, DARK_CARD) >= AA_CONTRAST)!;
};

const mixWithWhite = (colour: string, share: number): string => {
  const parts = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16);
    return Math.round(part + (255 - part) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
};

/** `source` is the hash of the style's text, for the page's policy. */
export type BrandStyle = { element: Html; source: string };

const HEX = /^#[0-9a-f]{6}$/;

export const renderBrandStyle = ({ primary, background }: Brand): BrandStyle | undefined => {
  const colours = {
    '--brand-accent': primary,
    '--brand-accent-dark': primary === null ? null : lightenColour(primary),
    '--brand-back': background,
  };
  const rules = Object.entries(colours).filter(([, colour]) => colour !== null && HEX.test(colour));
  if (rules.length === 0) return undefined;
  const css = `:root{${rules.map(([name, colour]) => `${name}:${colour}`).join(';')}}`;
  const hash = createHash('sha256').update(css).digest('base64');
  return { element: { markup: `<style>${css}</style>` }, source: `'sha256-${hash}'` };
};
