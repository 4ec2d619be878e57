import express, { type Request, type Response, type Router } from 'express';
import { noSuch, Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { countAddress } from '../apply-policy.ts';
import { readCapped } from '../bodies/read-capped.ts';
import { clearCookie, readCookie, setCookie } from '../callers/cookies.ts';
import { readDevice } from '../callers/read-device.ts';
import { requireSameOrigin } from '../callers/require-same-origin.ts';
import type { AddressLimiter } from '../limits/count-address.ts';
import { stateOf } from '../request-state.ts';

type Device = ReturnType<typeof readDevice>;

/** The address at which a browser goes on, and the cookies that it gets. */
type Reply = { to: string; session?: string; browser?: string | null };

export type AnswerSignOn = {
  begin: (given: { browser: string | undefined }) => Promise<Reply>;
  start: (given: { connectionId: string }) => Promise<Reply>;
  oidcCallback: (given: OidcCallback) => Promise<Reply>;
  samlPost: (given: { connectionId: string; response: string; relayState: string }) => Promise<Reply>;
  samlFinish: (given: { token: string; browser: string | undefined; device: Device }) => Promise<Reply>;
  samlMetadata: (given: { connectionId: string }) => string;
};

type OidcCallback = { connectionId: string; search: string; browser: string | undefined; device: Device };

/** The letters that the reader of SAML takes, each as a form may escape it. */
const MAX_FORM_BYTES = 640 * 1024;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Serves what browsers ask on their way to an identity provider and back. Each leads on: it shows nothing, and nothing
 * that a provider said is in its address.
 */
export const serveSignOn = (
  context: Pick<Context, 'clock' | 'config'>,
  limiter: AddressLimiter,
  answer: AnswerSignOn,
): Router => {
  const router = express.Router({ strict: true });
  const { config } = context;
  const serve = (
    method: 'GET' | 'POST',
    path: string,
    reply: (request: Request, response: Response) => Promise<void> | void,
  ): void => {
    router.all(path, async (request: Request, response: Response) => {
      stateOf(request).routeTemplate = path;
      countAddress(context, limiter, { request, response });
      if (request.method !== method)
        throw new Refusal('method_not_allowed', `This path takes ${method}.`, { headers: { Allow: method } });
      response.set(HEADERS);
      await reply(request, response);
    });
  };
  const lead = (response: Response, reply: Reply): void => leadOn(config, response, reply);
  serve('GET', '/sso/begin', async (request, response) =>
    lead(response, await answer.begin(browserOf(config, request))),
  );
  serve('GET', '/sso/oidc/:connection/callback', async (request, response) => {
    const connectionId = idOf(request);
    const { search } = new URL(request.originalUrl, config.baseUrl);
    lead(response, await answer.oidcCallback({ connectionId, search, ...browserOf(config, request) }));
  });
  serve('POST', '/sso/saml/:connection/acs', async (request, response) => {
    const connectionId = idOf(request);
    if (!request.is('application/x-www-form-urlencoded'))
      throw new Refusal('unsupported_media_type', 'Send a form: application/x-www-form-urlencoded.');
    const form = new URLSearchParams((await readCapped(request, MAX_FORM_BYTES)).toString('latin1'));
    const given = { response: form.get('SAMLResponse') ?? '', relayState: form.get('RelayState') ?? '' };
    lead(response, await answer.samlPost({ connectionId, ...given }));
  });
  serve('GET', '/sso/saml/:connection/finish', async (request, response) => {
    const { handover } = request.query;
    const token = typeof handover === 'string' ? handover : '';
    lead(response, await answer.samlFinish({ token, ...browserOf(config, request) }));
  });
  serve('GET', '/sso/saml/:connection/metadata', (request, response) => {
    const metadata = answer.samlMetadata({ connectionId: idOf(request) });
    response.type('application/samlmetadata+xml').send(metadata);
  });
  // Any page of another site can lead here, and its provider sign in whom it likes: so a person taps first.
  serve('GET', '/sso/:connection/start', (request, response) =>
    lead(response, { to: `/sign-in?company=${idOf(request)}` }),
  );
  serve('POST', '/sso/:connection/begin', async (request, response) => {
    const connectionId = idOf(request);
    requireSameOrigin(config, request);
    const { to: url, ...cookies } = await answer.start({ connectionId });
    setCookies(config, response, cookies);
    response.json({ url });
  });
  return router;
};

const leadOn = (config: Context['config'], response: Response, { to, ...cookies }: Reply): void => {
  setCookies(config, response, cookies);
  // A 303 makes a GET of whatever came.
  response.status(303).set('Location', to).end();
};

const setCookies = (
  config: Context['config'],
  response: Response,
  { session, browser }: Omit<Reply, 'to'>,
): void => {
  if (session !== undefined) setCookie(config, response, { name: 'session', value: session });
  if (browser === null) clearCookie(config, response, 'sign_in');
  else if (browser !== undefined) setCookie(config, response, { name: 'sign_in', value: browser });
};

const browserOf = (config: Context['config'], request: Request) => ({
  browser: readCookie(config, request, 'sign_in'),
  device: readDevice(request),
});

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const idOf = ({ params }: Request): string => {
  const id = String(params['connection']).toLowerCase();
  if (!ID.test(id)) throw noSuch('connection', id);
  return id;
};
