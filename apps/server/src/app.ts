import { contract, policyOf } from '@field-inspection/contract';
import { createExpressEndpoints } from '@ts-rest/express';
import express, { type Express, type NextFunction, type Response } from 'express';
import type { Context } from './context.ts';
import { measureAnchors } from './features/anchors/measure-anchors.ts';
import { measureGivenUpJobs } from './platform/jobs/measure-given-up-jobs.ts';
import { createUploadServer } from './features/uploads/create-upload-server.ts';
import { joinPages } from './features/join-page/join-pages.ts';
import { readFieldSession, readLeftFieldSession } from './features/join/read-field-session.ts';
import { readingPages } from './features/reading/reading-pages.ts';
import { deadLinkPage } from './features/sign-page/dead-link-page.ts';
import { signPages } from './features/sign-page/sign-pages.ts';
import { readSigner } from './features/signatures/read-signer.ts';
import { verifyPages } from './features/verify-page/verify-pages.ts';
import { measureDeliveryQueue } from './features/webhooks/dispatch/measure-delivery-queue.ts';
import { applyPolicy } from './http/apply-policy.ts';
import { closeEarly } from './http/bodies/close-early.ts';
import { closeWhenDraining } from './http/health.ts';
import { createAddressLimiter } from './http/count-address.ts';
import { limitBodyTime } from './http/bodies/limit-body-time.ts';
import { logRequest } from './http/log-request.ts';
import { notFoundPage } from './http/pages/not-found-page.ts';
import type { PageRoute } from './http/pages/page.ts';
import { serveUploads } from './http/serve-uploads.ts';
import { showDeadLink } from './http/pages/show-dead-link.ts';
import { servePages } from './http/pages/serve-pages.ts';
import { parseQuery } from './http/parse-query.ts';
import { replyProblem, sendProblem } from './http/problem.ts';
import { readJsonBody } from './http/read-json-body.ts';
import { requireContent } from './http/bodies/require-content.ts';
import { requireHost } from './http/refuse-unparsed.ts';
import { refuseUnmatched } from './http/refuse-unmatched.ts';
import type { MatchedRequest } from './http/request-state.ts';
import type { Health } from './http/health.ts';
import { createRoutes } from './routes.ts';

/** What demo mode adds to the pages. */
export type DemoPages = {
  pages?: readonly PageRoute[] | undefined;
  /** The key that the samples of the reference are filled in with. */
  readSampleKey?: (() => string | undefined) | undefined;
};

/** The whole HTTP side. What a request passes is what this function says, from top to bottom. */
export const createApp = (context: Context, health: Health, demo: DemoPages = {}): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', context.config.trustProxyHops);
  app.set('query parser', parseQuery);
  const limiter = createAddressLimiter(context);

  app.use(logRequest(context));
  app.use(requireHost);
  app.use(limitBodyTime((exchange, error) => replyProblem(context, exchange, error)));
  app.use(closeEarly);
  app.use(closeWhenDraining(health));
  const measurements = [measureDeliveryQueue(context), measureAnchors(context), measureGivenUpJobs(context)];
  const measure = async () => void (await Promise.all(measurements.map((run) => run())));
  app.use(servePages(context, { health, limiter, measure, pages: listPages(context, demo) }));
  const admission = {
    limiter,
    readFieldSession: (token: string) => readFieldSession(context, token),
    readLeftFieldSession: (token: string) => readLeftFieldSession(context, token),
    readSigner: (given: Parameters<typeof readSigner>[1]) => readSigner(context, given),
  };
  app.use(serveUploads(context, createUploadServer(context), admission));
  const policy = applyPolicy(context, admission);
  createExpressEndpoints(contract, createRoutes(context, health), app, {
    logInitialization: false,
    jsonQuery: false,
    responseValidation: true,
    // eslint-disable-next-line max-params -- ts-rest hands on what Express does
    requestValidationErrorHandler: (error, _request, _response, next) => next(error),
    globalMiddleware: [
      async (request: unknown, response: Response, next: NextFunction) => {
        await policy(request as MatchedRequest, response);
        await readBody(request as MatchedRequest);
        next();
      },
    ],
  });
  app.use(refuseUnmatched(context, limiter, notFoundPage));
  app.use(showDeadLink(deadLinkPage));
  app.use(sendProblem(context));
  return app;
};

// What is not JSON is read by the route itself, as it comes.
const readBody = async (request: MatchedRequest): Promise<void> => {
  const { content, maxJsonBytes } = policyOf(request.tsRestRoute);
  if (!content) return readJsonBody(request, maxJsonBytes);
  requireContent(request, content);
  request.body = undefined;
};

const listPages = (context: Context, { pages = [], readSampleKey }: DemoPages): PageRoute[] => {
  const links = pages.flatMap(({ path, label }) => (label ? [{ href: path.slice(1), label }] : []));
  return [
    ...readingPages({ ...context, readSampleKey }, links),
    ...joinPages(context),
    ...signPages(),
    ...verifyPages(),
    ...pages,
  ];
};
