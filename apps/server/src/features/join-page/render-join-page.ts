import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { LocaleCode } from '@field-inspection/contract';
import { html, type Html } from '../../http/pages/html.ts';
import type { Brand } from '../branding/exports/describe-brand.ts';
import type { BrandStyle } from '../branding/exports/render-brand-style.ts';
import { CONSENT_TEXT_VERSION } from '../consents/exports/consent-text-version.ts';
import { listLegalLinks } from '../notifications/exports/legal-links.ts';
import { listJoinPageTexts } from '../notifications/exports/list-join-page-texts.ts';

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
  const texts = {
    ...listJoinPageTexts(locale, brand?.name ?? null),
    consent_text_version: CONSENT_TEXT_VERSION,
  };
  const values: Record<string, string | Html> = {
    ...(texts as Record<string, unknown> as Record<string, string>),
    javascript_required: texts['error.javascript_required'],
    texts: JSON.stringify(texts),
    locale,
    brand_style: style?.element ?? NOTHING,
    organisation: renderName(brand),
    brand_footer: brand ? renderFooter(locale, brand) : NOTHING,
  };
  return (await template).replace(/\{\{(\w+)\}\}/g, (_, name: string) => html`${values[name]!}`.markup);
};

const NOTHING = html``;

const renderName = (brand: Brand | undefined): Html =>
  brand
    ? html`${renderLogo(brand)}
        <p id="organisation" class="organisation">${brand.name}</p>`
    : html`<p id="organisation" class="organisation" hidden></p>`;

const renderLogo = ({ logo }: Brand): Html =>
  logo
    ? html`<img
        class="brand-logo"
        src="../${logo.path}"
        alt=""
        width="${logo.width}"
        height="${logo.height}"
      />`
    : NOTHING;

const renderFooter = (locale: LocaleCode, brand: Brand): Html => {
  const links = listLegalLinks(locale, brand).map(
    ({ label, url }) => html`<a href="${url}" target="_blank" rel="noopener noreferrer">${label}</a>`,
  );
  const words = brand.footer === '' ? NOTHING : html`<p>${brand.footer}</p>`;
  if (brand.footer === '' && links.length === 0) return NOTHING;
  return html`<footer class="brand-footer">
    ${words}${links.length > 0 ? html`<p>${links}</p>` : NOTHING}
  </footer>`;
};
