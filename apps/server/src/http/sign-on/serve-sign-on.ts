import express, { type Request, type Response, type Router } from 'express';
import { noSuch, Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { countAddress } from '../apply-policy.ts';
import { readCapped } from '../bodies/read-capped.ts';
import { clearCookie, readCookie, setCookie } from '../callers/cookies.ts';
import { readDevice } from '../callers/read-device.ts';
import type { AddressLimiter } from '../limits/count-address.ts';
import { stateOf } from '../request-state.ts';

type Device = ReturnType<typeof readDevice>;

/** The address at which a browser goes on, and the cookies that it gets. */
type Reply = { to: string; session?: string; browser?: string | null };

export type AnswerSignOn = {
  begin: (given: { browser: string | undefined }) => Promise<Reply>;
  start: (given: { connectionId: string }) => Promise<Reply>;
  oidcCallback: (given: { search: string; browser: string | undefined; device: Device }) => Promise<Reply>;
  samlPost: (given: { connectionId: string; response: string; relayState: string }) => Promise<Reply>;
  samlFinish: (given: { token: string; browser: string | undefined; device: Device }) => Promise<Reply>;
  samlMetadata: (given: { connectionId: string }) => string;
};

/** The letters that the reader of SAML takes, each as a form may escape it. */
const MAX_FORM_BYTES = 640 * 1024;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Serves what browsers ask on their way to an identity provider and back. Each is a page that leads on: it shows
 * nothing, and nothing that a provider said is in its address.
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
  const lead = (response: Response, { to, session, browser }: Reply): void => {
    if (session !== undefined) setCookie(config, response, { name: 'session', value: session });
    if (browser === null) clearCookie(config, response, 'sign_in');
    else if (browser !== undefined) setCookie(config, response, { name: 'sign_in', value: browser });
    // A 303 makes a GET of whatever came.
    response.status(303).set('Location', to).end();
  };
  const browserOf = (request: Request) => ({
    browser: readCookie(config, request, 'sign_in'),
    device: readDevice(request),
  });
  serve('GET', '/sso/begin', async (request, response) =>
    lead(response, await answer.begin(browserOf(request))),
  );
  serve('GET', '/sso/oidc/callback', async (request, response) => {
    const { search } = new URL(request.originalUrl, config.baseUrl);
    lead(response, await answer.oidcCallback({ search, ...browserOf(request) }));
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
    lead(response, await answer.samlFinish({ token, ...browserOf(request) }));
  });
  serve('GET', '/sso/saml/:connection/metadata', (request, response) => {
    const metadata = answer.samlMetadata({ connectionId: idOf(request) });
    response.type('application/samlmetadata+xml').send(metadata);
  });
  serve('GET', '/sso/:connection/start', async (request, response) =>
    lead(response, await answer.start({ connectionId: idOf(request) })),
  );
  return router;
};

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
