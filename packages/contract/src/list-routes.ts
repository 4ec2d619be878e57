import { z } from 'zod';
import { contract } from './contract.ts';
import type { Route } from './route.ts';
import type { ErrorCode } from './shapes/errors.ts';
import type { RoutePolicy } from './laws/policy.ts';

/** A route with its place in the contract: `{ resource: 'sessions', key: 'create', route }`. */
export type ListedRoute = { resource: string; key: string; route: Route; policy: RoutePolicy };

/**
 * Every route of the contract in its order, for whatever must hold for all of them.
 *
 * @example
 * listRoutes().map(({ route }) => `${route.method} ${route.path}`); // ['POST /api/v1/public/sessions', …]
 */
export const listRoutes = (): ListedRoute[] =>
  Object.entries(contract).flatMap(([resource, routes]) =>
    Object.entries<Route>(routes).map(([key, route]) => ({ resource, key, route, policy: policyOf(route) })),
  );

/**
 * The policy that a route states.
 *
 * @example
 * policyOf(contract.sessions.create).scope; // 'sessions:write'
 */
export const policyOf = (route: { metadata?: unknown }): RoutePolicy => route.metadata as RoutePolicy;

/**
 * True for a list: a route that takes `limit` and `cursor`.
 *
 * @example
 * isList(contract.sessions.list); // true
 * isList(contract.sessions.get); // false
 */
export const isList = (route: Route): boolean =>
  route.query instanceof z.ZodObject && 'limit' in route.query.shape && 'cursor' in route.query.shape;

/**
 * Every error code a route can answer with: its own, and those its shape brings along
 * (a credential, a path id, a query, headers, a body, an idempotency key). Sorted by code.
 *
 * @example
 * errorCodesOf(contract.join.redeem).includes('otp_locked'); // true
 */
export const errorCodesOf = (route: Route): ErrorCode[] => {
  const policy = policyOf(route);
  const codes = new Set<ErrorCode>(policy.errors);
  if (policy.auth !== 'none') codes.add('unauthenticated');
  if (policy.auth === 'credential') codes.add('permission_denied');
  if (policy.auth === 'credential' && policy.caller !== 'key' && route.method !== 'GET')
    codes.add('foreign_origin');
  if (policy.stepUp) codes.add('step_up_required');
  if (route.path.includes('/:')) codes.add('not_found');
  if (route.method !== 'GET')
    codes.add('payload_too_large').add('unsupported_media_type').add('request_timeout');
  if (policy.idempotent) codes.add('idempotency_in_flight').add('idempotency_key_reused');
  return [
    ...codes.add('validation_error').add('rate_limited').add('internal_error').add('unavailable'),
  ].sort();
};
