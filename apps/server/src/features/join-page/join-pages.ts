import { type Contact, type LocaleCode, LocaleInput, LOCALES } from '@field-inspection/contract';
import { chooseContact } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';
import { rootUrlOf } from '../../http/hosts/root-url-of.ts';
import { keepPage } from '../../http/pages/keep-page.ts';
import { pageHeaders, type PageRoute } from '../../http/pages/page.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { asFile, type Build, builtFiles, keepForBuild } from '../../http/pages/read-build.ts';
import { zipPage } from '../../http/pages/zip-page.ts';
import { isUuid } from '../../platform/ids.ts';
import {
  type Brand,
  type BrandStyle,
  describeBrand,
  renderBrandStyle,
} from '../branding/exports/describe-brand.ts';
import { readContact } from '../notifications/exports/read-contact.ts';
import { composeScreenTexts } from './compose-screen-texts.ts';
import { type About, renderJoinPage } from './render-join-page.ts';

/** Mail gateways fetch links, so the page redeems nothing before a tap. No server sees the fragment's token. */
export const joinPages = (context: Pick<Context, 'config' | 'database' | 'log'>): PageRoute[] => [
  // The worker comes before the page: no session has its name.
  worker(),
  builtFiles('/join', 'field', () => LOCALES.flatMap((locale) => Object.values(composeScreenTexts(locale)))),
  {
    path: '/join/:session_id',
    answer: async (request) => {
      const { params, query, headers, domain } = request;
      const {
        locale,
        brand,
        contact = null,
        about = null,
      } = await findLook(context, { sessionId: params.session_id ?? '', domain });
      const style = brand && renderBrandStyle(brand);
      const page = {
        headers: joinPageHeaders(rootUrlOf(context.config, domain?.name ?? null), style),
        body: renderJoinPage({
          locale: LocaleInput.safeParse(query.lang).data ?? locale ?? pickLocale(headers['accept-language']),
          brand,
          style,
          contact,
          about,
        }),
      };
      // Compression leaks nothing: the page holds no secret. The link's token is behind the #, and no person is known
      // yet.
      return zipPage(page, request);
    },
  },
];

const worker = (): PageRoute => {
  const answers = keepForBuild(
    'field',
    (build) =>
      new Map(
        LOCALES.map((locale) => [
          locale,
          keepPage(() => {
            const { headers, body } = asFile('worker.js', composeWorker(locale, build));
            return { headers: { ...headers, 'Content-Security-Policy': WORKER_POLICY }, body };
          }),
        ]),
      ),
  );
  return {
    path: '/join/worker.js',
    answer: (request) => answers().get(pickLocale(undefined, request.query.lang))!(request),
  };
};

const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

const composeWorker = (locale: LocaleCode, { entries, files }: Build): Buffer => {
  const { script } = entries.get('worker')!;
  const texts = Object.values(composeScreenTexts(locale)).map(({ name }) => name);
  const names = [...files.keys()].filter((name) => name !== script);
  const paths = [...[...names, ...texts].sort(), '../favicon.svg'];
  const list = `self.FILES=${JSON.stringify(paths)}.map((path)=>new URL(path,self.location).href);`;
  return Buffer.from(`${list}\n${files.get(script)!}`);
};

const joinPageHeaders = (rootUrl: string, style: BrandStyle | undefined) => ({
  ...pageHeaders({
    ...(style ? { 'style-src': `'self' ${style.source}` } : {}),
    // The page shows a photo before it is sent, and the camera's picture.
    'img-src': "'self' blob: data:",
    'media-src': "'self' blob:",
    'script-src': "'self'",
    // Some browsers don't count a WebSocket of the same origin as 'self'.
    'connect-src': `'self' ${new URL(rootUrl).origin.replace(/^http/, 'ws')}`,
  }),
  'Permissions-Policy': 'camera=(self), microphone=(self), geolocation=(self)',
});

type Look = { locale?: LocaleCode; brand?: Brand; contact?: Contact | null; about?: About | null };

/** Gives nothing for an unknown id, or where the database does not answer: the page must come without them. */
const findLook = async (
  { database, log }: Pick<Context, 'database' | 'log'>,
  { sessionId, domain }: { sessionId: string; domain: Domain | undefined },
): Promise<Look> => {
  if (!isUuid(sessionId)) return {};
  try {
    const session = await database.prisma.session.findFirst({
      where: { id: sessionId, ...(domain && { organisation_id: domain.organisationId }) },
      select: {
        locale: true,
        contact: true,
        status: true,
        redacted_at: true,
        reference: true,
        site_address: true,
        scheduled_for: true,
        organisation: { select: { name: true, branding: true, contact: true } },
      },
    });
    if (!session) return {};
    const { organisation, locale } = session;
    const brand = describeBrand(organisation.name, organisation.branding);
    const contact = chooseContact(readContact(session), readContact(organisation));
    return { locale: locale as LocaleCode, brand, contact, about: isOver(session) ? null : session };
  } catch (error) {
    log.warn({ err: error }, 'the join page does not know its locale');
    return {};
  }
};

/** Once nobody can join any more, the page tells nothing of the inspection. */
const isOver = ({ status, redacted_at }: { status: string; redacted_at: Date | null }): boolean =>
  redacted_at !== null || status === 'closed' || status === 'expired';
