import type { BrandingPreview, Contact, LocaleCode, PreviewBrandingBody } from '@field-inspection/contract';
import { listContrasts, requireContrast } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { linkDomainOf } from '../../http/hosts/link-domain-of.ts';
import { rootUrlOf } from '../../http/hosts/root-url-of.ts';
import {
  type Brand,
  type BrandRow,
  describeBrand,
  listChanges,
  renderBrandStyle,
} from '../branding/exports/describe-brand.ts';
import { renderSampleInvitation } from '../notifications/exports/render-sample-invitation.ts';
import { readBuild } from '../../http/pages/read-build.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { readContact } from '../notifications/exports/read-contact.ts';
import { renderJoinPage } from './render-join-page.ts';

/**
 * Previews a change of the branding, without writing it.
 *
 * @throws {Refusal} validation_error where the change itself would be refused
 */
export const previewBranding = async (
  { config, clock, database }: Pick<Context, 'config' | 'clock' | 'database'>,
  {
    organisationId,
    body: { locale, ...changes },
  }: { organisationId: string; body: z.output<typeof PreviewBrandingBody> },
): Promise<BrandingPreview> => {
  requireContrast(changes.colours);
  const organisation = await database.prisma.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: {
      name: true,
      locale: true,
      time_zone: true,
      plan: true,
      domain: true,
      branding: true,
      contact: true,
      message_texts: { where: { kind: 'invite' } },
    },
  });
  const row = {
    ...NOTHING_SET,
    organisation_id: organisationId,
    ...organisation.branding,
    ...listChanges(changes),
  };
  const brand = describeBrand(organisation.name, row);
  const shown = locale ?? (organisation.locale as LocaleCode);
  const { baseUrl } = config;
  const logoUrl = brand.logo && `${baseUrl}/${brand.logo.path}`;
  const joinUrl = `${rootUrlOf(config, linkDomainOf(organisation))}/join/example`;
  const contact = readContact(organisation);
  const wording = {
    contact,
    locale: shown,
    timeZone: organisation.time_zone,
    own: organisation.message_texts.find(({ locale: written }) => written === shown) ?? null,
  };
  const letter = renderSampleInvitation(wording, { brand: { ...brand, baseUrl }, joinUrl, now: clock.now() });
  return {
    contrasts: listContrasts(brand),
    join_page: renderJoinPicture({ locale: shown, brand, logoUrl, contact }),
    email: sealDocument(letter, logoUrl),
  };
};

const NOTHING_SET: Omit<BrandRow, 'organisation_id'> = {
  display_name: '',
  sender_name: '',
  footer: '',
  imprint_url: null,
  privacy_url: null,
  primary_colour: null,
  background_colour: null,
  logo_sha256: null,
  logo_width: null,
  logo_height: null,
};

const renderJoinPicture = ({
  locale,
  brand,
  logoUrl,
  contact,
}: {
  locale: LocaleCode;
  brand: Brand;
  logoUrl: string | null;
  contact: Contact | null;
}): string => {
  const { entries, files } = readBuild('field');
  const css = files.get(entries.get('main')!.sheets[0]!)!.toString();
  const shown = brand.isSet ? brand : undefined;
  const style = shown && renderBrandStyle(shown);
  const page = renderJoinPage({ locale, brand: shown, style, contact, about: null });
  const still = page
    .replace(/<script [^>]*><\/script>/, '')
    .replace(/<noscript>[^]*?<\/noscript>/, '')
    .replace(/ data-page='[^']*'/, '')
    .replace('<div id="app" hidden>', '<div id="app">')
    .replace(/<link rel="icon"[^>]*>/, '')
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${css}</style>`)
    .replace(`data-src="../${brand.logo?.path}"`, `src="${escapeHtml(logoUrl ?? '')}"`);
  return sealDocument(still, logoUrl);
};

/** The document loads only the logo, runs nothing and sends nothing, wherever it is shown. */
const sealDocument = (document: string, logoUrl: string | null): string => {
  const policy = [
    "default-src 'none'",
    // The styles of a letter are attributes, and no hash can name those.
    "style-src 'unsafe-inline'",
    `img-src ${logoUrl ?? "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return document.replace(
    /<meta charset="utf-8"( \/)?>/,
    (charset) => `${charset}<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
  );
};
