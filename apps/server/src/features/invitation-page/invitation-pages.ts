import type { Context } from '../../context.ts';
import { pageHeaders, type PageRoute } from '../../http/pages/page.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { renderShell } from '../../http/pages/render-shell.ts';
import { invitationCatalogues } from '../../http/pages/page-catalogues.ts';

/** Link scanners open the page, so it does nothing until the person taps. No server sees the fragment's token. */
export const invitationPages = ({ config }: Pick<Context, 'config'>): PageRoute[] => [
  {
    path: '/invitations',
    answer: ({ headers, domain }) => {
      const locale = pickLocale(headers['accept-language']);
      const texts = invitationCatalogues[locale];
      return {
        headers: {
          ...pageHeaders({ 'script-src': "'self'", 'connect-src': "'self'" }),
          'Content-Language': locale,
          Vary: 'Accept-Language',
        },
        body: renderShell({
          entry: 'invitation',
          locale,
          root: '',
          title: texts.title,
          heading: texts.heading,
          script: {
            data: { texts, signInUrl: `${domain ? `${config.baseUrl}/` : ''}sign-in` },
            required: texts.javascript_required,
          },
        }),
      };
    },
  },
];
