import type { Context } from '../../context.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';
import { signInCatalogues } from '../../http/pages/page-catalogues.ts';
import { pageHeaders, type PageRoute } from '../../http/pages/page.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { renderShell } from '../../http/pages/render-shell.ts';
import { describeBrand, viewFieldBranding } from '../branding/exports/describe-brand.ts';

/** A session is a cookie of the service's own host, so the page on an organisation's domain leads there. */
export const signInPages = (context: Pick<Context, 'config' | 'database'>): PageRoute[] => [
  {
    path: '/sign-in',
    answer: async ({ headers, query, domain }) => {
      const locale = pickLocale(headers['accept-language']);
      const all = signInCatalogues[locale];
      const texts = 'sso_test' in query ? all : withoutTest(all);
      const away = domain && (await leadAway(context, domain));
      return {
        headers: {
          ...pageHeaders({ 'script-src': "'self'", 'connect-src': "'self'" }),
          'Content-Language': locale,
          Vary: 'Accept-Language',
        },
        body: renderShell({
          entry: 'sign-in',
          locale,
          root: '',
          title: all.title,
          // As apps/pages/src/sign-in/words.ts reads it.
          script: { data: { texts, away }, required: all.javascript_required },
        }),
      };
    },
  },
];

/** An admin who tests the sign-on is led to an address of its own: nobody else's phone loads those words. */
const withoutTest = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !key.startsWith('test.')));

const leadAway = async (
  { config, database }: Pick<Context, 'config' | 'database'>,
  { organisationId }: Domain,
) => {
  const { name, branding } = await database.prisma.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { name: true, branding: true },
  });
  return {
    url: `${config.baseUrl}/sign-in`,
    branding: viewFieldBranding({ config }, describeBrand(name, branding)),
  };
};
