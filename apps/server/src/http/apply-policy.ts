import { policyOf } from '@field-inspection/contract';
import type { Request, Response } from 'express';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { authenticateCredential, type Authentication } from './authenticate-credential.ts';
import type { AddressLimiter } from './count-address.ts';
import { setDeprecationHeaders } from './deprecation-headers.ts';
import { setRateLimitHeaders, type RateLimit } from './rate-limit-headers.ts';
import { stateOf, type FieldCaller, type MatchedRequest } from './request-state.ts';

/**
 * What a route's policy demands before its body is read: a credential, the room in both rate limits,
 * the scope. Everything without a valid credential counts against its address instead.
 */
export const applyPolicy =
  (
    context: Pick<Context, 'clock' | 'config' | 'database'>,
    { limiter, readFieldSession }: { limiter: AddressLimiter; readFieldSession: ReadFieldSession },
  ) =>
  async (request: MatchedRequest, response: Response): Promise<void> => {
    const state = stateOf(request);
    const policy = policyOf(request.tsRestRoute);
    state.policy = policy;
    state.routeTemplate = request.tsRestRoute.path;
    // Replies hold personal data and secrets; and a cache may keep a 410 unasked (RFC 9110 15.5.11).
    response.set('Cache-Control', 'no-store');
    if (policy.deprecated) setDeprecationHeaders(response, policy.deprecated);
    if (policy.auth !== 'credential') {
      countAddress(context, limiter, { request, response });
      refuseHead(request);
      if (policy.auth === 'field_session') {
        state.fieldCaller = await admitFieldPerson(request, readFieldSession);
      }
      return refuseUnknownQuery(request);
    }

    const authentication = await authenticate(context, request).catch((error: unknown) => {
      // Without the database the limit of the address is the one that is left, and the one to show.
      countAddress(context, limiter, { request, response });
      throw error;
    });
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
    refuseUnknownQuery(request);
  };

export type ReadFieldSession = (token: string) => Promise<FieldCaller | undefined>;

/** The field person of a request, whose session has not ended unless it only reads. */
const admitFieldPerson = async (
  request: Request,
  readFieldSession: ReadFieldSession,
): Promise<FieldCaller> => {
  const token = readBearer(request);
  const caller = token ? await readFieldSession(token) : undefined;
  if (!caller) {
    throw new ApiError(
      'unauthenticated',
      'Send the field_session_token of a live session in the header Authorization: Bearer.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
    );
  }
  if (caller.hasEnded && request.method !== 'GET') {
    throw new ApiError(
      'session.already_ended',
      'The session has ended. Only uploads begun before may finish.',
    );
  }
  return caller;
};

// Without a body the token of the reply would be lost, and the invite used up: link scanners send HEAD.
const refuseHead = ({ method }: Request): void => {
  if (method !== 'HEAD') return;
  throw new ApiError('method_not_allowed', 'This path takes GET.', { headers: { Allow: 'GET' } });
};

// A route with parameters of its own refuses others by its schema.
const refuseUnknownQuery = ({ tsRestRoute, query }: MatchedRequest): void => {
  const names = Object.keys(query);
  if (tsRestRoute.query !== undefined || names.length === 0) return;
  const message = 'is not a parameter of this request';
  const errors = names
    .slice(0, 50)
    .map((name) => ({ path: `query.${name}`.slice(0, 300), code: 'unrecognized_keys', message }));
  throw new ApiError('validation_error', errors.map(({ path }) => `${path}: ${message}`).join('; '), {
    errors,
  });
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

const authenticate = async (
  context: Pick<Context, 'config' | 'database'>,
  request: Request,
): Promise<Authentication> => {
  const apiKey = readBearer(request);
  return apiKey ? authenticateCredential(context, apiKey) : { outcome: 'unknown' };
};

// Node keeps the first of two Authorization headers, a proxy may have judged the second: neither counts.
const readBearer = (request: Request): string | undefined => {
  const [given = '', ...others] = request.headersDistinct.authorization ?? [];
  return others.length === 0 ? /^Bearer +([^\s,]+)$/i.exec(given)?.[1] : undefined;
};

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
