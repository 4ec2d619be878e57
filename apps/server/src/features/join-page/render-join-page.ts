import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LOCALES, type LocaleCode } from '@field-inspection/contract';
import { html, type Html } from '../../http/pages/html.ts';
import { readBuild } from '../../http/pages/read-build.ts';
import type { Brand } from '../branding/exports/describe-brand.ts';
import type { BrandStyle } from '../branding/exports/render-brand-style.ts';
import { CONSENT_TEXT_VERSION } from '../consents/exports/consent-text-version.ts';
import { listLegalLinks } from '../notifications/exports/legal-links.ts';
import { formatFieldText, listFieldTexts } from '../notifications/exports/list-field-texts.ts';
import { composeRoomTexts } from './compose-room-texts.ts';

type JoinPage = {
  locale: LocaleCode;
  /** Undefined: the page must not tell whose inspection it is. */
  brand: Brand | undefined;
  style: BrandStyle | undefined;
};

let template: Promise<string> | undefined;

/** The page behind a link, before anybody has tapped. */
export const renderJoinPage = async ({ locale, brand, style }: JoinPage): Promise<string> => {
  template ??= readFile(fileURLToPath(new URL('./static/join-page.html', import.meta.url)), 'utf8');
  const organisation = brand?.name ?? null;
  // As apps/field/src/texts/read-page.ts reads it.
  const { tag, frame } = listFieldTexts(locale);
  const { rooms, drawing } = composeRoomTexts(locale);
  const page = {
    tag,
    texts: frame,
    roomTexts: rooms.name,
    drawTexts: drawing.name,
    locales: LOCALES,
    organisation,
    consentTextVersion: CONSENT_TEXT_VERSION,
  };
  const { script, sheets } = readBuild('field').entries.get('main')!;
  const values: Record<string, string | Html> = {
    locale,
    script,
    sheet: sheets[0]!,
    page_data: renderData(page),
    title: formatFieldText(locale, 'field.welcome.title'),
    heading: formatFieldText(locale, 'field.welcome.heading'),
    intro: sayIntro(locale, organisation),
    join: formatFieldText(locale, 'field.welcome.join'),
    javascript_required: formatFieldText(locale, 'field.refused.javascript_required'),
    brand_style: style?.element ?? NOTHING,
    organisation: renderName(brand),
    brand_footer: brand ? renderFooter(locale, brand) : NOTHING,
  };
  return (await template).replace(/\{\{(\w+)\}\}/g, (_, name: string) => html`${values[name]!}`.markup);
};

// Its quotation marks as they are, which spares the first load some hundred bytes: between single quotes, which are escaped,
// they end nothing.
const renderData = (data: object): Html => ({
  markup: `data-page='${html`${JSON.stringify(data)}`.markup.replaceAll('&quot;', '"')}'`,
});

const NOTHING = html``;

const sayIntro = (locale: LocaleCode, organisation: string | null): string =>
  organisation === null
    ? formatFieldText(locale, 'field.welcome.intro_unnamed')
    : formatFieldText(locale, 'field.welcome.intro', { organisation });

const renderName = (brand: Brand | undefined): Html =>
  brand
    ? html`${renderLogo(brand)}
        <p id="organisation" class="organisation" dir="auto">${brand.name}</p>`
    : html`<p id="organisation" class="organisation" dir="auto" hidden></p>`;

// Without an address at first: on a bad network it would hold back the script, which gives it one.
const renderLogo = ({ logo }: Brand): Html =>
  logo
    ? html`<img
        class="brand-logo"
        data-src="../${logo.path}"
        alt=""
        width="${logo.width}"
        height="${logo.height}"
      />`
    : NOTHING;

const renderFooter = (locale: LocaleCode, brand: Brand): Html => {
  const links = listLegalLinks(locale, brand).map(
    ({ label, url }) => html`<a href="${url}" target="_blank" rel="noopener noreferrer">${label}</a>`,
  );
  const words = brand.footer === '' ? NOTHING : html`<p dir="auto">${brand.footer}</p>`;
  if (brand.footer === '' && links.length === 0) return NOTHING;
  return html`<footer class="brand-footer">
    ${words}${links.length > 0 ? html`<p>${links}</p>` : NOTHING}
  </footer>`;
};
