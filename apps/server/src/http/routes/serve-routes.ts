import { createExpressEndpoints } from '@ts-rest/express';
import type { Express, NextFunction, Response } from 'express';
import type { MatchedRequest } from '../request-state.ts';
import type { Endpoint } from './implement-routes.ts';

export const serveRoutes = (
  app: Express,
  endpoints: Endpoint[],
  admit: (request: MatchedRequest, response: Response) => Promise<void>,
): void => {
  const routes = Object.fromEntries(endpoints.map(({ route }, index) => [index, route]));
  const handlers = Object.fromEntries(endpoints.map(({ handle }, index) => [index, handle]));
  createExpressEndpoints(routes, handlers as never, app, {
    logInitialization: false,
    jsonQuery: false,
    responseValidation: true,
    // eslint-disable-next-line max-params -- ts-rest hands on what Express does
    requestValidationErrorHandler: (error, _request, _response, next) => next(error),
    globalMiddleware: [
      async (request: unknown, response: Response, next: NextFunction) => {
        await admit(request as MatchedRequest, response);
        next();
      },
    ],
  });
};
