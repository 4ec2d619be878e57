import {
  initContract,
  isAppRouteOtherResponse,
  type AppRoute,
  type AppRouter,
  type ServerInferRequest,
  type ServerInferResponses,
} from '@ts-rest/core';

// Routes are written with ts-rest. Other packages use it through this file alone, so that it can be replaced in a day:
// upstream is quiet (docs/decisions/0084). Lint names the few files that still import it.

/**
 * Writes families of routes, and replies without a body.
 *
 * @example
 * c.router({ get: { method: 'GET', path: '/things', responses: { 200: Thing, 304: c.noBody() } } });
 */
export const c: ReturnType<typeof initContract> = initContract();

/** A route of the contract: its method, path, schemas, replies and policy. */
export type Route = AppRoute;

/** Routes by their name, and families of them. */
export type Routes = AppRouter;

/** Checked request of a route: its `params`, `query`, `body` and `headers`. */
export type RequestOf<Asked extends Route> = ServerInferRequest<Asked>;

/** Replies of a route: each status that it states, with its body. */
export type ReplyOf<Asked extends Route> = ServerInferResponses<Asked>;

/**
 * True for a reply that is no JSON: `bytesOf` made it, and its `contentType` says what the bytes are.
 *
 * @example
 * isBytes(contract.evidence.downloadBundle.responses[200]); // true
 */
export const isBytes = isAppRouteOtherResponse;
