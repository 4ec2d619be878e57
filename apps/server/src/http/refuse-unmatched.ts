import { listRoutes } from '@field-inspection/contract';
import type { NextFunction, Request, Response } from 'express';
import { otherMethod } from '@field-inspection/rules';
import { Refusal } from '../refusals.ts';
import type { Context } from '../context.ts';
import { countAddress } from './apply-policy.ts';
import type { AddressLimiter } from './limits/count-address.ts';
import { stateOf } from './request-state.ts';

/**
 * Answers unmatched requests: 405 with Allow where the path exists, else 404, to a browser as a page. The second
 * handler is for a path that is not valid percent-encoding, for which Express throws before any route.
 */
export const refuseUnmatched = (
  context: Pick<Context, 'clock'>,
  limiter: AddressLimiter,
  pages: { own: ShowPage; domain: ShowPage },
) => {
  const showPage: ShowFor = (request) =>
    (stateOf(request).domain ? pages.domain : pages.own)(request.path, request.get('Accept-Language'));
  const patterns = listRoutes().map(({ route, policy }) => ({
    methods: route.method === 'GET' && policy.auth === 'credential' ? ['GET', 'HEAD'] : [route.method],
    pattern: toPattern(route.path),
  }));
  const refuse = (request: Request, response: Response): void => {
    countAddress(context, limiter, { request, response });
    const methods = patterns
      .filter(({ pattern }) => pattern.test(request.path))
      .flatMap((each) => each.methods);
    if (methods.length === 0) return refuseUnknown(request, response, showPage);
    const allow = [...new Set(methods)].sort().join(', ');
    throw otherMethod(allow);
  };
  // eslint-disable-next-line max-params -- Express knows what takes errors by its four parameters
  const refuseMalformed = (thrown: unknown, request: Request, response: Response, next: NextFunction) => {
    if (!(thrown instanceof URIError)) return next(thrown);
    countAddress(context, limiter, { request, response });
    refuseUnknown(request, response, showPage);
  };
  return [refuse, refuseMalformed];
};

export type ShowPage = (
  path: string,
  acceptLanguage: string | undefined,
) => { headers: Record<string, string>; body: string | Buffer };

type ShowFor = (request: Request) => ReturnType<ShowPage>;

const refuseUnknown = (request: Request, response: Response, showPage: ShowFor): void => {
  if (!wantsPage(request)) throw new Refusal('not_found', 'There is no such path.');
  const { headers, body } = showPage(request);
  response
    .status(404)
    .set({ ...headers, Vary: 'Accept, Accept-Language' })
    .end(body);
};

/** Tells whether a browser of a person asks; API paths are a program's, whatever it accepts. */
const wantsPage = (request: Request): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(api|v\d+)(\/|$)/i.test(request.path) &&
  request.accepts(['application/problem+json', 'application/json', 'text/html']) === 'text/html';

// Case and a trailing slash make no difference, as for the routes themselves.
const toPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`, 'i');
