import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { LocaleCode } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { html } from '../../http/pages/html.ts';
import { pageHeaders, type PageRoute } from '../../http/pages/page.ts';
import { staticFile } from '../../http/pages/static-file.ts';
import { isUuid } from '../../platform/ids.ts';
import { listJoinPageTexts } from '../notifications/exports/list-join-page-texts.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`./static/${name}`, import.meta.url));

/**
 * The page behind join_url, with its files. It redeems nothing by itself: mail gateways and previews fetch
 * links, so only a tap makes it call the API, with the token of the fragment, which no server sees.
 */
export const joinPages = (context: Pick<Context, 'config' | 'database' | 'log'>): PageRoute[] => [
  {
    path: '/join/:session_id',
    answer: async ({ params, headers }) => ({
      headers: joinPageHeaders(context),
      body: await renderJoinPage(
        (await findLocale(context, params.session_id ?? '')) ?? pickLocale(headers['accept-language']),
      ),
    }),
  },
  ...[
    'join-page.css',
    'join-page.js',
    'call-service.js',
    'kept-session.js',
    'live-connection.js',
    'live-watch.js',
  ].map((name) => staticFile(`/join/assets/${name}`, fileOf(name))),
];

const joinPageHeaders = ({ config }: Pick<Context, 'config'>) => ({
  ...pageHeaders({
    'script-src': "'self'",
    // Not every browser takes 'self' for the same origin's WebSocket.
    'connect-src': `'self' ${new URL(config.baseUrl).origin.replace(/^http/, 'ws')}`,
  }),
  'Permissions-Policy': 'camera=(self), microphone=(self), geolocation=(self)',
});

/**
 * The session's locale; undefined for an id that no session has. The page must come even when the database
 * does not answer: what it does then say is true.
 */
const findLocale = async (
  { database, log }: Pick<Context, 'database' | 'log'>,
  sessionId: string,
): Promise<LocaleCode | undefined> => {
  if (!isUuid(sessionId)) return undefined;
  try {
    const session = await database.prisma.session.findFirst({
      where: { id: sessionId },
      select: { locale: true },
    });
    return session?.locale as LocaleCode | undefined;
  } catch (error) {
    log.warn({ err: error }, 'the join page does not know its locale');
    return undefined;
  }
};

let template: Promise<string> | undefined;

const renderJoinPage = async (locale: LocaleCode): Promise<string> => {
  template ??= readFile(fileOf('join-page.html'), 'utf8');
  const texts = listJoinPageTexts(locale, null);
  const values: Record<string, string> = {
    ...(texts as Record<string, unknown> as Record<string, string>),
    javascript_required: texts['error.javascript_required'],
    texts: JSON.stringify(texts),
    locale,
  };
  return (await template).replace(/\{\{(\w+)\}\}/g, (_, name: string) => html`${values[name]!}`.markup);
};
