import { policyOf } from '@field-inspection/contract';
import type { Request, Response } from 'express';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { authenticateCredential } from './authenticate-credential.ts';
import type { AddressLimiter } from './count-address.ts';
import { setRateLimitHeaders, type RateLimit } from './rate-limit-headers.ts';
import { stateOf, type MatchedRequest } from './request-state.ts';

/**
 * What a route's policy demands before its body is read: a credential, the room in both rate limits,
 * the scope. Everything without a valid credential counts against its address instead.
 */
export const applyPolicy =
  (context: Pick<Context, 'clock' | 'config' | 'database'>, limiter: AddressLimiter) =>
  async (request: MatchedRequest, response: Response): Promise<void> => {
    const state = stateOf(request);
    const policy = policyOf(request.tsRestRoute);
    state.policy = policy;
    state.routeTemplate = request.tsRestRoute.path;
    if (policy.auth !== 'credential') return countAddress(context, limiter, { request, response });

    const apiKey = readBearer(request);
    const authentication = apiKey
      ? await authenticateCredential(context, apiKey)
      : { outcome: 'unknown' as const };
    if (authentication.outcome === 'unknown') {
      countAddress(context, limiter, { request, response });
      throw unauthenticated();
    }
    state.caller = authentication.caller;
    showLimit(context, { request, response }, authentication.rateLimit);
    if (authentication.outcome === 'limited') throw rateLimited(context, authentication.rateLimit);
    if (policy.scope && !authentication.caller.scopes.includes(policy.scope)) {
      throw new ApiError(
        'permission_denied',
        `This needs the scope ${policy.scope}, which the credential does not have.`,
      );
    }
  };

type Exchange = { request: Request; response: Response };

/** Counts a request that no credential answers for. */
export const countAddress = (
  context: Pick<Context, 'clock'>,
  limiter: AddressLimiter,
  { request, response }: Exchange,
): void => {
  const { admitted, rateLimit } = limiter.count(request.ip ?? '');
  showLimit(context, { request, response }, rateLimit);
  if (!admitted) throw rateLimited(context, rateLimit);
};

const showLimit = (
  { clock }: Pick<Context, 'clock'>,
  { request, response }: Exchange,
  rateLimit: RateLimit,
): void => {
  stateOf(request).rateLimit = rateLimit;
  setRateLimitHeaders(response, rateLimit, clock.now().getTime());
};

// Two Authorization headers reach us joined by a comma, which no key contains.
const readBearer = (request: Request): string | undefined =>
  /^Bearer +([^\s,]+)$/i.exec(request.headers.authorization ?? '')?.[1];

// One body for a missing, malformed, unknown, revoked or expired key: it must not tell which.
const unauthenticated = () =>
  new ApiError('unauthenticated', 'Send a valid API key in the header Authorization: Bearer <API_KEY>.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

const rateLimited = ({ clock }: Pick<Context, 'clock'>, { limit, windowSeconds, resetAt }: RateLimit) =>
  new ApiError(
    'rate_limited',
    `More than ${limit} requests in ${windowSeconds} seconds. Try again at the time in X-RateLimit-Reset.`,
    {
      headers: { 'Retry-After': String(Math.max(1, resetAt - Math.floor(clock.now().getTime() / 1000))) },
    },
  );
