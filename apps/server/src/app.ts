import { contract } from '@field-inspection/contract';
import { createExpressEndpoints } from '@ts-rest/express';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Context } from './context.ts';
import { applyPolicy } from './http/apply-policy.ts';
import { createAddressLimiter } from './http/count-address.ts';
import { logRequest } from './http/log-request.ts';
import { servePages } from './http/serve-pages.ts';
import { sendProblem } from './http/problem.ts';
import { readJsonBody } from './http/read-json-body.ts';
import { refuseUnmatched } from './http/refuse-unmatched.ts';
import type { MatchedRequest } from './http/request-state.ts';
import type { Health } from './http/health.ts';
import { createRoutes } from './routes.ts';

/** The whole HTTP side. What a request passes is what this function says, from top to bottom. */
export const createApp = (context: Context, health: Health): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', context.config.trustProxyHops);
  // A repeated parameter becomes a list, which no schema takes; nested ones would become objects.
  app.set('query parser', 'simple');
  const limiter = createAddressLimiter(context);

  app.use(logRequest(context));
  app.use(servePages(context, health));
  const policy = applyPolicy(context, limiter);
  createExpressEndpoints(contract, createRoutes(context), app, {
    logInitialization: false,
    jsonQuery: false,
    responseValidation: true,
    requestValidationErrorHandler: (error, _request, _response, next) => next(error),
    globalMiddleware: [
      async (request: unknown, response: Response, next: NextFunction) => {
        await policy(request as MatchedRequest, response);
        await readJsonBody(request as Request);
        next();
      },
    ],
  });
  app.use(refuseUnmatched(context, limiter));
  app.use(sendProblem(context));
  return app;
};
