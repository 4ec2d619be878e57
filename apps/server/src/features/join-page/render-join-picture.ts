import type { LocaleCode } from '@field-inspection/contract';
import { readBuild } from '../../http/pages/read-build.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { type Brand, renderBrandStyle } from '../branding/exports/describe-brand.ts';
import { renderJoinPage } from './render-join-page.ts';

/** Renders the page behind a link as one document that does nothing, with its styles and without its script. */
export const renderJoinPicture = ({
  locale,
  brand,
  logoUrl,
}: {
  locale: LocaleCode;
  brand: Brand;
  logoUrl: string | null;
}): string => {
  const { entries, files } = readBuild('field');
  const css = files.get(entries.get('main')!.sheets[0]!)!.toString();
  const shown = brand.isSet ? brand : undefined;
  const page = renderJoinPage({ locale, brand: shown, style: shown && renderBrandStyle(shown) });
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

/** Seals a document so that it loads only the logo, runs nothing and sends nothing, wherever it is shown. */
export const sealDocument = (document: string, logoUrl: string | null): string => {
  const policy = [
    "default-src 'none'",
    // The styles of a letter are attributes, which a hash can't name.
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
