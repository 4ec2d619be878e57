import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { LocaleCode } from '@field-inspection/contract';
import { html } from '../../http/pages/html.ts';
import { pageHeaders, type PageRoute } from '../../http/pages/page.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { staticFile } from '../../http/pages/static-file.ts';
import { languageTag } from '../../platform/words/language-tag.ts';
import { invitationCatalogues } from './words/invitation-catalogues.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`./static/${name}`, import.meta.url));

/**
 * The page behind the link of an invitation, in the browser's language. It does nothing until the person taps: link
 * scanners open it. The token is in the fragment, which no server sees.
 */
export const invitationPages = (): PageRoute[] => [
  {
    path: '/invitations',
    answer: async ({ headers }) => {
      const locale = pickLocale(headers['accept-language']);
      return {
        headers: {
          ...pageHeaders({ 'script-src': "'self'", 'connect-src': "'self'" }),
          'Content-Language': locale,
          Vary: 'Accept-Language',
        },
        body: await renderPage(locale),
      };
    },
  },
  staticFile('/invitations/assets/invitation-page.js', fileOf('invitation-page.js')),
];

let template: Promise<string> | undefined;

const renderPage = async (locale: LocaleCode): Promise<string> => {
  template ??= readFile(fileOf('invitation-page.html'), 'utf8');
  const texts = invitationCatalogues[locale];
  const values: Record<string, string> = {
    ...texts,
    tag: languageTag(locale),
    texts: JSON.stringify(texts),
  };
  return (await template).replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => html`${values[name]!}`.markup);
};
