import express, { type Router } from 'express';
import type { Context } from '../../context.ts';
import { countAddress } from '../apply-policy.ts';
import { stateOf } from '../request-state.ts';
import type { AddressLimiter } from '../limits/count-address.ts';
import { keepPage } from './keep-page.ts';
import type { Page, PageRoute } from './page.ts';
import { builtFiles } from './read-build.ts';
import { servePath, type Handler } from '../probes/serve-path.ts';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { staticFile } from './static-file.ts';
import { locateFile } from '../../paths.ts';
import { readOpenApi } from '../../platform/read-openapi.ts';

type Served = { limiter: AddressLimiter; pages: readonly PageRoute[] };

export const servePages = (context: Context, { limiter, pages }: Served): Router => {
  // Strict: addresses in the pages are relative, and would lead elsewhere from `/docs/` than from `/docs`.
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

export const serveDomainPages = (pages: readonly PageRoute[]): Router => {
  const router = express.Router({ strict: true });
  const serve = servePath(router);
  for (const page of [...sharedFiles(), ...pages]) serve(page.path, sendPage(page));
  return router;
};

const describeApi = ({ config }: Pick<Context, 'config'>): Page => ({
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ ...readOpenApi(), servers: [{ url: config.baseUrl }] }),
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

const fileOf = (name: string) => fileURLToPath(locateFile(`http/pages/static/${name}`));

/** Every page may take the icon, the small pages' build, and the sheet of pages for reading. */
const sharedFiles = (): PageRoute[] => [
  staticFile('/favicon.svg', fileOf('favicon.svg')),
  builtFiles('', 'pages'),
  { path: '/docs/assets/pages.css', answer: keepPage(joinStyles) },
];

// A single file: no page is shown before the last of its styles has come.
const joinStyles = async () => {
  const parts = await Promise.all(
    ['pages.css', 'documents.css', 'search.css', 'code.css'].map((name) => readFile(fileOf(name), 'utf8')),
  );
  return {
    headers: { 'Content-Type': 'text/css; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
    body: parts.join('\n'),
  };
};
