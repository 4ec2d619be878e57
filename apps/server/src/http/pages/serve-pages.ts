import { createHash, timingSafeEqual } from 'node:crypto';
import openApi from '@field-inspection/openapi/openapi.json' with { type: 'json' };
import express, { type Request, type Response, type Router } from 'express';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { countAddress } from '../apply-policy.ts';
import type { AddressLimiter } from '../count-address.ts';
import { docsPages } from './docs-pages.ts';
import { sendHealth, type Health } from '../health.ts';
import type { PageRoute } from './page.ts';
import { sharedFiles } from './shared-files.ts';
import { stateOf } from '../request-state.ts';

type Handler = (request: Request, response: Response) => void | Promise<void>;

type Served = {
  health: Health;
  limiter: AddressLimiter;
  /** Measures what is measured only when somebody reads the metrics. */
  measure: () => Promise<void>;
  pages: readonly PageRoute[];
};

/** What a server serves beside its API: health, metrics, the document, its reference, and `pages`. */
export const servePages = (context: Context, { health, limiter, measure, pages }: Served): Router => {
  // Strict: the pages' own addresses are relative, and `/docs/` is not `/docs` to them.
  const router = express.Router({ strict: true });
  const serve = (path: string, handle: Handler) => {
    router.get(path, (request, response) => {
      stateOf(request).routeTemplate = path;
      return handle(request, response);
    });
    router.all(path, () => {
      throw new ApiError('method_not_allowed', 'This path takes GET, HEAD.', {
        headers: { Allow: 'GET, HEAD' },
      });
    });
  };
  serve('/livez', (_request, response) => sendHealth(response, true));
  serve('/readyz', async (_request, response) => sendHealth(response, await health.isReady()));
  serve('/metrics', sendMetrics(context, measure));
  serve('/v1/openapi.json', (request, response) => {
    countAddress(context, limiter, { request, response });
    response.json({ ...openApi, servers: [{ url: context.config.baseUrl }] });
  });
  for (const page of [...docsPages(), ...sharedFiles(), ...pages]) serve(page.path, sendPage(page));
  return router;
};

const sendPage =
  ({ answer }: PageRoute): Handler =>
  async ({ params, query, headers }, response) => {
    const page = await answer({ params: params as Record<string, string>, query, headers });
    response.status(page.status ?? 200).set(page.headers);
    response.end(page.body);
  };

const sendMetrics =
  ({ config, secrets, metrics }: Context, measure: Served['measure']): Handler =>
  async (request, response) => {
    if (!config.demo && !mayReadMetrics(request, secrets.metricsToken)) {
      throw new ApiError(
        'unauthenticated',
        'Send METRICS_TOKEN in the header Authorization: Bearer <token>.',
        {
          headers: { 'WWW-Authenticate': 'Bearer' },
        },
      );
    }
    await measure();
    response
      .set({ 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' })
      .end(await metrics.registry.metrics());
  };

const mayReadMetrics = (request: Request, metricsToken: string | undefined): boolean => {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given === undefined || metricsToken === undefined) return false;
  // Of equal length, as the comparison in constant time wants them.
  return timingSafeEqual(sha256(given), sha256(metricsToken));
};

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
