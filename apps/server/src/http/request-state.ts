import type { RoutePolicy, Scope } from '@field-inspection/contract';
import type { AppRoute } from '@ts-rest/core';
import type { Request, Response } from 'express';
import type { RateLimit } from './rate-limit-headers.ts';

/** Who calls: the credential behind the API key, and its organisation. */
export type Caller = {
  organisationId: string;
  credentialId: string;
  scopes: Scope[];
  operatorEmail: string;
  organisationLocale: string;
};

/** What the middleware learns about a request, for those that come after. */
export type RequestState = {
  requestId: string;
  /** The template, never the path: paths hold tokens. */
  routeTemplate: string;
  policy: RoutePolicy | undefined;
  caller: Caller | undefined;
  rateLimit: RateLimit | undefined;
};

const states = new WeakMap<object, RequestState>();

export const startRequestState = (request: Request, requestId: string): RequestState => {
  const state = {
    requestId,
    routeTemplate: 'unmatched',
    policy: undefined,
    caller: undefined,
    rateLimit: undefined,
  };
  states.set(request, state);
  return state;
};

export const stateOf = (request: object): RequestState => {
  const state = states.get(request);
  if (!state) throw new Error('the request has no state: startRequestState must be the first middleware');
  return state;
};

/** The caller of a route whose policy demands a credential. */
export const callerOf = (request: object): Caller => {
  const { caller } = stateOf(request);
  if (!caller) throw new Error('the route has no caller: its policy must demand a credential');
  return caller;
};

/** A request that ts-rest has matched to a route of the contract. */
export type MatchedRequest = Request & { tsRestRoute: AppRoute };
export type Middleware = (request: Request, response: Response, next: (error?: unknown) => void) => void;
