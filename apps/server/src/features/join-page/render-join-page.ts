import { type Contact, dialUrlOf, type LocaleCode, LOCALES, mailUrlOf } from '@field-inspection/contract';
import { html, type Html } from '../../http/pages/html.ts';
import { readBuild } from '../../http/pages/read-build.ts';
import type { Brand, BrandStyle } from '../branding/exports/describe-brand.ts';
import { CONSENT_TEXT_VERSION } from '../consents/exports/consent-text-version.ts';
import {
  type AboutTextKey,
  formatFieldText,
  listFieldTexts,
} from '../notifications/exports/list-field-texts.ts';
import { listLegalLinks } from '../notifications/exports/message-links.ts';
import { composeScreenTexts } from './compose-screen-texts.ts';

/** The inspection as its invitation tells of it. */
export type About = { reference: string; site_address: string; scheduled_for: Date | null };

type JoinPage = {
  locale: LocaleCode;
  brand: Brand | undefined;
  style: BrandStyle | undefined;
  contact: Contact | null;
  about: About | null;
};

export const renderJoinPage = ({ locale, brand, style, contact, about }: JoinPage): string => {
  const say = (key: Parameters<typeof formatFieldText>[1]) => formatFieldText(locale, key);
  const organisation = brand?.name ?? null;
  const { script, sheets } = readBuild('field').entries.get('main')!;
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>${say('field.welcome.title')}</title>
        <link rel="icon" href="../favicon.svg" />
        <link rel="stylesheet" href="${sheets[0]!}" />
        ${style?.element ?? NOTHING}
        <script type="module" src="${script}"></script>
      </head>
      <body>
        <main id="main" class="page" ${renderData(locale, organisation)} ${renderAbout(locale, about)}>
          ${renderName(brand)}
          <noscript>
            <h1 class="heading">${say('field.welcome.heading')}</h1>
            <p class="error">${say('field.refused.javascript_required')}</p>
          </noscript>
          <div id="app" hidden>
            <h1 class="heading" tabindex="-1">${say('field.welcome.heading')}</h1>
            <p class="text">${sayIntro(locale, organisation)}</p>
            <button type="button" class="button main">${say('field.welcome.join')}</button>
          </div>
          ${contact ? renderContact(locale, contact) : NOTHING}
          ${brand ? renderFooter(locale, brand) : NOTHING}
        </main>
      </body>
    </html> `.markup;
};

const renderData = (locale: LocaleCode, organisation: string | null): Html => {
  const { tag, frame } = listFieldTexts(locale);
  const { inside, screens, drawing } = composeScreenTexts(locale);
  const data = {
    tag,
    texts: frame,
    insideTexts: inside.name,
    screenTexts: screens.name,
    drawTexts: drawing.name,
    locales: LOCALES,
    organisation,
    consentTextVersion: CONSENT_TEXT_VERSION,
  };
  return renderAttribute('page', data);
};

/** Double quotation marks stay unescaped, which saves the first load some hundred bytes. */
const renderAttribute = (name: string, data: object): Html => ({
  markup: `data-${name}='${html`${JSON.stringify(data)}`.markup.replaceAll('&quot;', '"')}'`,
});

/**
 * Facts of the inspection, before and after the button: label and text, or label and moment, which the page writes in
 * the person's zone. The worker leaves the attribute out of the page that it keeps.
 */
const renderAbout = (locale: LocaleCode, about: About | null): Html => {
  if (about === null) return NOTHING;
  const { reference, site_address: site, scheduled_for: time } = about;
  const say = (key: AboutTextKey) => formatFieldText(locale, key);
  const fact = (key: AboutTextKey, text: string, isTime?: true) =>
    text === '' ? [] : [[say(key), text, ...(isTime ? [1] : [])]];
  return renderAttribute('about', {
    what: [
      ...fact('email.scheduled_label', time?.toISOString() ?? '', true),
      ...fact('email.site_label', site),
      ...fact('email.reference_label', reference),
    ],
    how: [
      ...fact(
        'invite.email.duration_label',
        say(time ? 'invite.email.duration_planned' : 'invite.email.duration_open'),
      ),
      ...fact('invite.email.ready_label', say('invite.email.ready')),
    ],
  });
};

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

// The script sets the logo's address later: on a bad network the logo would hold the script back.
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

// The page has it before any script does: whoever is refused, or can't go on, needs it most.
const renderContact = (locale: LocaleCode, { name, phone, email }: Contact): Html =>
  html`<div class="brand-footer contact">
    <p>${formatFieldText(locale, 'contact.label')}: <bdi>${name}</bdi></p>
    ${
      phone === ''
        ? NOTHING
        : html`<a class="button secondary" href="${dialUrlOf(phone)}"
            >${formatFieldText(locale, 'contact.call', { phone })}</a
          >`
    }
    ${email === '' ? NOTHING : html`<a href="${mailUrlOf(email)}"><bdi>${email}</bdi></a>`}
  </div>`;

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
