import { fileURLToPath } from 'node:url';
import type { LocaleCode } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';
import { rootUrlOf } from '../../http/hosts/root-url-of.ts';
import { pageHeaders, type PageRoute } from '../../http/pages/page.ts';
import { staticFile } from '../../http/pages/static-file.ts';
import { isUuid } from '../../platform/ids.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { describeBrand, type Brand } from '../branding/exports/describe-brand.ts';
import { renderBrandStyle, type BrandStyle } from '../branding/exports/render-brand-style.ts';
import { renderJoinPage } from './render-join-page.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`./static/${name}`, import.meta.url));

/**
 * The page behind join_url, with its files. It redeems nothing by itself: mail gateways and previews fetch
 * links, so only a tap makes it call the API, with the token of the fragment, which no server sees.
 */
export const joinPages = (context: Pick<Context, 'config' | 'database' | 'log'>): PageRoute[] => [
  {
    path: '/join/:session_id',
    answer: async ({ params, headers, domain }) => {
      const { locale, brand } = await findLook(context, { sessionId: params.session_id ?? '', domain });
      const style = brand && renderBrandStyle(brand);
      return {
        headers: joinPageHeaders(rootUrlOf(context.config, domain?.name ?? null), style),
        body: await renderJoinPage({
          locale: locale ?? pickLocale(headers['accept-language']),
          brand,
          style,
        }),
      };
    },
  },
  ...[
    'join-page.css',
    'join-page.js',
    'call-service.js',
    'consents.js',
    'code-field.js',
    'format-time.js',
    'kept-session.js',
    'live-connection.js',
    'live-watch.js',
  ].map((name) => staticFile(`/join/assets/${name}`, fileOf(name))),
];

const joinPageHeaders = (rootUrl: string, style: BrandStyle | undefined) => ({
  ...pageHeaders({
    ...(style ? { 'style-src': `'self' ${style.source}` } : {}),
    'script-src': "'self'",
    // Not every browser takes 'self' for the same origin's WebSocket.
    'connect-src': `'self' ${new URL(rootUrl).origin.replace(/^http/, 'ws')}`,
  }),
  'Permissions-Policy': 'camera=(self), microphone=(self), geolocation=(self)',
});

type Look = { locale?: LocaleCode; brand?: Brand | undefined };

/**
 * The session's locale and the brand of its organisation, where that shows one; nothing for an id that no session has.
 * The page must come even when the database does not answer: what it does then say is true.
 */
const findLook = async (
  { database, log }: Pick<Context, 'database' | 'log'>,
  { sessionId, domain }: { sessionId: string; domain: Domain | undefined },
): Promise<Look> => {
  if (!isUuid(sessionId)) return {};
  try {
    const session = await database.prisma.session.findFirst({
      where: { id: sessionId, ...(domain && { organisation_id: domain.organisationId }) },
      select: { locale: true, organisation: { select: { name: true, branding: true } } },
    });
    if (!session) return {};
    const { organisation, locale } = session;
    const brand = describeBrand(organisation.name, organisation.branding);
    return { locale: locale as LocaleCode, brand: brand.isSet ? brand : undefined };
  } catch (error) {
    log.warn({ err: error }, 'the join page does not know its locale');
    return {};
  }
};
