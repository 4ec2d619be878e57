import {
  policyOf,
  sayUnknown,
  STEP_UP_MINUTES,
  type RoutePolicy,
  type SigningAuth,
} from '@field-inspection/contract';
import type { Request, Response } from 'express';
import {
  Refusal,
  fieldUnauthenticated,
  invalidParts,
  tokenUnauthenticated,
  unauthenticated,
  type InvalidPart,
} from '../refusals.ts';
import type { Context } from '../context.ts';
import type { Authenticate, Authentication } from './authenticate-credential.ts';
import type { AddressLimiter } from './limits/count-address.ts';
import { countReadBytes } from './bodies/read-capped.ts';
import { setDeprecationHeaders } from './deprecation-headers.ts';
import { readKey } from './kept-reply.ts';
import { inetOf } from '../platform/inet-of.ts';
import { faultOf, readBearer } from './callers/read-bearer.ts';
import { readCookie } from './callers/cookies.ts';
import { readDevice } from './callers/read-device.ts';
import { requireSameOrigin } from './callers/require-same-origin.ts';
import { isWellFormed } from '../platform/secrets/api-key.ts';
import { requireScope } from './require-scope.ts';
import { setRateLimitHeaders, type RateLimit } from './limits/rate-limit-headers.ts';
import {
  stateOf,
  type Caller,
  type FieldCaller,
  type MatchedRequest,
  type SignerCaller,
} from './request-state.ts';

/**
 * Applies a route's policy before the body is read: a credential, the room in both rate limits, the scope. A request
 * without a valid credential counts against its address instead.
 */
export const applyPolicy =
  (
    context: Pick<Context, 'clock' | 'config'>,
    { limiter, authenticate, readFieldSession, readLeftFieldSession, readSigner }: Admission,
  ) =>
  async (request: MatchedRequest, response: Response): Promise<void> => {
    const state = stateOf(request);
    const policy = policyOf(request.tsRestRoute);
    if (policy.auth === 'credential' || (policy.auth === 'none' && !policy.onDomain)) requireOwnHost(request);
    state.policy = policy;
    state.routeTemplate = request.tsRestRoute.path;
    if (policy.deprecated) setDeprecationHeaders(response, policy.deprecated);
    if (policy.auth !== 'credential') {
      countAddress(context, limiter, { request, response });
      if (!policy.head) refuseHead(request);
      if (policy.auth === 'field_session') {
        // The first call ended the token: the same call under its key gets the same reply.
        const mayRepeat = policy.endsToken && readKey(request) !== undefined;
        const read = mayRepeat
          ? async (token: string) => (await readFieldSession(token)) ?? readLeftFieldSession(token)
          : readFieldSession;
        const { hasEnded } = await admitFieldPerson(request, read);
        if (hasEnded && request.method !== 'GET') throw sessionEnded();
      }
      if (policy.auth in TOKENS) await admitSigner(request, readSigner, policy.auth as SigningAuth);
      return refuseUnknownQuery(request);
    }

    await admitCredential(context, { limiter, authenticate }, { request, response, policy });
    refuseUnknownQuery(request);
    if (!policy.etag && policy.errors.includes('precondition_failed')) refuseUntagged(request);
  };

/** The credential that a route takes. */
type Demand = Pick<RoutePolicy, 'scope' | 'caller' | 'stepUp'>;

/** Admits a request by its credential, which is what the policy demands, and counts it in both limits. */
export const admitCredential = async (
  context: Pick<Context, 'clock' | 'config'>,
  { limiter, authenticate }: Pick<Admission, 'limiter' | 'authenticate'>,
  { request, response, policy }: Exchange & { policy: Demand },
): Promise<Caller> => {
  requireOwnHost(request);
  const cookie = readCookie(context.config, request, 'session');
  const address = inetOf(request.ip);
  const authentication = await readCredential(context, request, { authenticate, address, cookie }).catch(
    (error) => {
      // Without the database, or a caller, the address's limit is the only one left to count and to show.
      countAddress(context, limiter, { request, response });
      throw error;
    },
  );
  if (authentication.outcome === 'unknown') {
    countAddress(context, limiter, { request, response });
    throw unauthenticated(cookie === undefined ? faultOf(request) : 'cookie');
  }
  const { rateLimit } = authentication;
  const caller: Caller = { ...authentication.caller, address, neededScopes: [] };
  stateOf(request).caller = caller;
  showLimit(context, { request, response }, rateLimit);
  if (authentication.outcome === 'limited') throw rateLimited(context, rateLimit);
  requireCaller(caller, policy);
  if (policy.scope) requireScope(caller, policy.scope);
  if (policy.stepUp && caller.session && !caller.session.isSteppedUp) throw stepUpRequired();
  return caller;
};

/** Refuses a key where a route takes signed-in members alone, and the reverse. */
const requireCaller = ({ session }: Pick<Caller, 'session'>, { caller }: Pick<Demand, 'caller'>): void => {
  if (caller === 'member' && !session)
    throw new Refusal('permission_denied', 'This takes a member who has signed in, and no API key.');
  if (caller === 'key' && session)
    throw new Refusal('permission_denied', 'This takes an API key, and no member who has signed in.');
};

const stepUpRequired = () =>
  new Refusal(
    'step_up_required',
    `This takes a member who has shown who they are in the last ${STEP_UP_MINUTES} minutes. Ask for a code by POST /v1/me/step-up/code and send it to POST /v1/me/step-up, or use a passkey by POST /v1/me/step-up/passkey/begin, and then send this again.`,
  );

export type ReadSigner = (given: {
  token: string;
  auth: SigningAuth;
  device: ReturnType<typeof readDevice>;
}) => Promise<SignerCaller | undefined>;

export type Admission = {
  limiter: AddressLimiter;
  authenticate: Authenticate;
  readFieldSession: ReadFieldSession;
  readLeftFieldSession: ReadFieldSession;
  readSigner: ReadSigner;
};

export type ReadFieldSession = (token: string) => Promise<FieldCaller | undefined>;

const sessionEnded = () =>
  new Refusal('session.already_ended', 'The session has ended. Only uploads begun before may finish.');

/** Admits a field person; the session may have ended a moment ago. */
export const admitFieldPerson = async (
  request: Request,
  readFieldSession: ReadFieldSession,
): Promise<FieldCaller> => {
  const token = readBearer(request);
  const caller = token ? await readFieldSession(token) : undefined;
  if (!caller || isStranger(request, caller)) throw fieldUnauthenticated(faultOf(request));
  stateOf(request).fieldCaller = caller;
  return caller;
};

/** Tells whether a caller is of another organisation than the domain: there, its token is worth nothing. */
export const isStranger = (request: object, { organisationId }: { organisationId: string }): boolean => {
  const { domain } = stateOf(request);
  return domain !== undefined && domain.organisationId !== organisationId;
};

/** Refuses requests over an organisation's domain: it serves only what is behind its links. */
export const requireOwnHost = (request: object): void => {
  if (stateOf(request).domain)
    throw new Refusal('not_found', 'There is no such path on this domain: it serves what is behind links.');
};

const TOKENS: Record<SigningAuth, string> = {
  signing_link: 'what stands behind the # of the link',
  signing_session: 'the signing_session_token that the one-time code gave to this device',
  reading_session: 'the signing_session_token that the one-time code of a recipient gave to this device',
};

const admitSigner = async (request: Request, readSigner: ReadSigner, auth: SigningAuth): Promise<void> => {
  const token = readBearer(request);
  const caller = token ? await readSigner({ token, auth, device: readDevice(request) }) : undefined;
  if (!caller || isStranger(request, caller)) {
    throw tokenUnauthenticated(TOKENS[auth], faultOf(request));
  }
  stateOf(request).signerCaller = caller;
};

// A reply without a body would lose its token and use up the invite: link scanners send HEAD.
const refuseHead = ({ method }: Request): void => {
  if (method !== 'HEAD') return;
  throw new Refusal('method_not_allowed', 'This path takes GET.', { headers: { Allow: 'GET' } });
};

// Refuses unknown parameters where the route has none; other routes refuse them by their schema.
const refuseUnknownQuery = ({ tsRestRoute, query }: MatchedRequest): void => {
  const names = Object.keys(query);
  if (tsRestRoute.query !== undefined || names.length === 0) return;
  const message = sayUnknown('', []);
  const errors = names.slice(0, 50).map((name): InvalidPart => ({
    path: `query.${name}`.slice(0, 300),
    code: 'unrecognized_keys',
    message,
  }));
  throw new Refusal('validation_error', errors.map(({ path }) => `${path}: ${message}`).join('; '), {
    errors,
  });
};

// Refuses If-Match where the resource has no ETag: no tag can match (RFC 9110, section 13.1.1).
const refuseUntagged = (request: Request): void => {
  const condition = request.get('If-Match');
  if (condition === undefined || condition.trim() === '*') return;
  const why = 'What this changes has no ETag, so If-Match can name no state of it.';
  throw new Refusal('precondition_failed', `${why} Get it, and send your change again without the header.`);
};

type Exchange = { request: Request; response: Response };

/** Counts a request without a valid credential; one that broke off in its body is counted already. */
export const countAddress = (
  context: Pick<Context, 'clock'>,
  limiter: AddressLimiter,
  { request, response }: Exchange,
): void => {
  if (stateOf(request).rateLimit) return;
  const { admitted, rateLimit } = limiter.count(request.ip ?? '');
  showLimit(context, { request, response }, rateLimit);
  if (!admitted) throw rateLimited(context, rateLimit);
};

/**
 * Counts the body of a refused request that counts against its address: reading and judging it cost more than refusing
 * a token. A field person's refused bodies count, too: 100 refused drawings of 1 MiB a second would hold the process,
 * and a field application sends none. An accepted body is needed work and counts for nothing.
 */
export const weighRefusal = (
  context: Pick<Context, 'addresses' | 'clock'>,
  { request, response }: Exchange,
): void => {
  const { rateLimit, caller } = stateOf(request);
  const bytes = countReadBytes(request);
  if (!rateLimit || caller || bytes === 0) return;
  showLimit(context, { request, response }, context.addresses.weigh(request.ip ?? '', bytes));
};

export const showLimit = (
  { clock }: Pick<Context, 'clock'>,
  { request, response }: Exchange,
  rateLimit: RateLimit,
): void => {
  stateOf(request).rateLimit = rateLimit;
  setRateLimitHeaders(response, rateLimit, clock.now().getTime());
};

// A session's token counts in its cookie alone, and a key in its header: neither passes in the other's place.
const readCredential = async (
  { config }: Pick<Context, 'config'>,
  request: Request,
  {
    authenticate,
    address,
    cookie,
  }: { authenticate: Authenticate; address: string | null; cookie: string | undefined },
): Promise<Authentication> => {
  const isOfCookie = cookie !== undefined;
  if (isOfCookie && request.headersDistinct.authorization) throw twoCredentials();
  if (isOfCookie) requireSameOrigin(config, request);
  const token = isOfCookie ? cookie : (readBearer(request) ?? '');
  return isWellFormed(isOfCookie ? 'session' : 'key', token)
    ? authenticate(token, address)
    : { outcome: 'unknown' };
};

const twoCredentials = () =>
  invalidParts([
    {
      path: 'header.authorization',
      code: 'invalid_value',
      message: 'must be absent beside the cookie of a session: only one of them says who calls',
    },
  ]);

export const rateLimited = (
  { clock }: Pick<Context, 'clock'>,
  { limit, windowSeconds, resetAt }: RateLimit,
): Refusal =>
  new Refusal(
    'rate_limited',
    `More than ${limit} requests in ${windowSeconds} seconds. Try again at the time in X-RateLimit-Reset.`,
    {
      headers: { 'Retry-After': String(Math.max(1, resetAt - Math.floor(clock.now().getTime() / 1000))) },
    },
  );
