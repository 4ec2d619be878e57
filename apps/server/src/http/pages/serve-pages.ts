import openApi from '@field-inspection/openapi/openapi.json' with { type: 'json' };
import express, { type Router } from 'express';
import type { Context } from '../../context.ts';
import { countAddress } from '../apply-policy.ts';
import { stateOf } from '../request-state.ts';
import type { AddressLimiter } from '../limits/count-address.ts';
import { keepPage } from './keep-page.ts';
import type { Page, PageRoute } from './page.ts';
import { sharedFiles } from './shared-files.ts';
import { servePath, type Handler } from '../probes/serve-path.ts';

type Served = { limiter: AddressLimiter; pages: readonly PageRoute[] };

/** What a server serves beside its API and its probes: the document, and `pages`. */
export const servePages = (context: Context, { limiter, pages }: Served): Router => {
  // Strict: the pages' own addresses are relative, and `/docs/` is not `/docs` to them.
  const router = express.Router({ strict: true });
  const serve = servePath(router);
  const document = sendPage({ path: '/v1/openapi.json', answer: keepPage(() => describeApi(context)) });
  serve('/v1/openapi.json', (request, response) => {
    countAddress(context, limiter, { request, response });
    return document(request, response);
  });
  for (const page of [...sharedFiles(), ...pages]) serve(page.path, sendPage(page));
  return router;
};

/** What the domain of an organisation serves beside the API: the pages behind links, and what they are made of. */
export const serveDomainPages = (pages: readonly PageRoute[]): Router => {
  const router = express.Router({ strict: true });
  const serve = servePath(router);
  for (const page of [...sharedFiles(), ...pages]) serve(page.path, sendPage(page));
  return router;
};

const describeApi = ({ config }: Pick<Context, 'config'>): Page => ({
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ ...openApi, servers: [{ url: config.baseUrl }] }),
});

const sendPage =
  ({ answer }: PageRoute): Handler =>
  async (request, response) => {
    const { params, query, headers } = request;
    const { domain } = stateOf(request);
    const page = await answer({ params: params as Record<string, string>, query, headers, domain });
    response.status(page.status ?? 200).set(page.headers);
    response.end(page.body);
  };
