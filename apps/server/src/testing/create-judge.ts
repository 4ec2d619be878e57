import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { listRoutes, SCOPES } from '@field-inspection/contract';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { Refusal } from '../refusals.ts';
import { readConfig } from '../config/read-config.ts';
import type { Context } from '../context.ts';
import { applyPolicy, type Admission } from '../http/apply-policy.ts';
import { writeJson } from '../http/bodies/write-json.ts';
import { describeClaim, readKey } from '../http/kept-reply.ts';
import { createAddressLimiter } from '../http/limits/count-address.ts';
import { logRequest } from '../http/log-request.ts';
import { parseQuery } from '../http/parse-query.ts';
import { sendProblem } from '../http/problem.ts';
import { readBody } from '../http/read-json-body.ts';
import { stateOf, type Caller, type FieldCaller } from '../http/request-state.ts';
import { serveRoutes } from '../http/routes/serve-routes.ts';
import { createIds } from '../platform/ids.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createApiKey, createSessionToken, isWellFormed } from '../platform/secrets/api-key.ts';
import { hashToken } from '../platform/secrets/hash-token.ts';
import { systemRandom } from '../platform/secrets/random.ts';
import { watchLoop } from '../platform/watch-loop.ts';
import { createFakeClock } from './create-fake-clock.ts';

export type Judged = { status: number; text: string };
export type Asked = { method: string; url: string; headers?: Record<string, string>; body?: string };

/** The judge answers this where a route's use case would begin. */
export const REACHED = 204;

/** Both are let in: a key, and a member who has signed in. */
export const KEY_HEADERS = { authorization: `Bearer ${createApiKey(systemRandom)}` };
export const MEMBER_HEADERS = {
  cookie: `__Host-fis_session=${createSessionToken(systemRandom)}`,
  'sec-fetch-site': 'same-origin',
};

/**
 * As the service does up to the use case: the route's policy, the request's headers and body, the fingerprint of a
 * write, the words of a refusal. Every caller is let in, and nothing goes over a network or to a database, so that the
 * processor's time is that of the judgement alone.
 */
export const createJudge = () => {
  const context = createJudgeContext();
  const app = express();
  app.set('trust proxy', 1);
  app.set('query parser', parseQuery);
  app.response.json = writeJson;
  app.use(logRequest(context));
  const policy = applyPolicy(context, admitEverybody(context.addresses));
  const endpoints = listRoutes().map(({ route }) => ({ route, handle: reached }));
  serveRoutes(app, endpoints, async (request, response) => {
    await policy(request, response);
    await readBody(context, request);
  });
  app.use(() => {
    throw new Refusal('not_found', 'There is no such path.');
  });

  app.use((thrown: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (!(thrown instanceof ReachedError)) return next(thrown);
    response.status(REACHED).end();
  });
  app.use(sendProblem(context));
  return (asked: Asked) => judge(app, asked);
};

const createJudgeContext = () => {
  const clock = createFakeClock();
  const { config } = readConfig({
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    BASE_URL: 'http://127.0.0.1:1',
    MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'silent',
  });
  const ids = createIds({ clock, random: systemRandom });
  // The judging has no limits.
  const addresses = createAddressLimiter({
    clock,
    config: { ...config, unauthenticatedRateLimit: Infinity },
  });
  return {
    addresses,
    clock,
    config,
    ids,
    log: createLogger('silent'),
    loop: watchLoop(),
    metrics: createMetrics(),
    // A wait for a turn costs nothing.
    turns: () => Promise.resolve(),
  };
};

const reached = ({ req, body }: { req: Request; body?: unknown }): never => {
  const { policy } = stateOf(req);
  const isInvited = policy?.auth === 'none';
  if (isInvited) stateOf(req).invitedCaller = { organisationId: ID, invitedId: ID };
  if (policy?.idempotent) describeClaim({ key: readKey(req) ?? '', req, body });
  throw new ReachedError();
};

class ReachedError extends Error {}

const admitEverybody = (limiter: Context['addresses']): Admission => ({
  limiter,
  authenticate: (token) => {
    const session = isWellFormed('session', token) ? { isSteppedUp: true } : null;
    return Promise.resolve({ outcome: 'admitted', caller: { ...CALLER, session }, rateLimit: LIMIT });
  },
  readFieldSession: (token) => {
    hashToken(token);
    return Promise.resolve(FIELD_CALLER);
  },
  readLeftFieldSession: () => Promise.resolve(undefined),
  readSigner: ({ token }) => {
    hashToken(token);
    return Promise.resolve({ organisationId: ID, signatureId: ID });
  },
});

const ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const LIMIT = { limit: 60, remaining: 59, resetAt: 0, windowSeconds: 60 };
const CALLER: Caller = {
  organisationId: ID,
  credentialId: ID,
  memberId: null,
  session: null,
  scopes: [...SCOPES],
  withheldScopes: [],
  operatorEmail: 'ada@example.com',
  organisationLocale: 'en',
  organisationTimeZone: 'UTC',
  keyHash: hashToken('key'),
  linkDomain: null,
  address: '127.0.0.1',
  neededScopes: [],
};
const FIELD_CALLER: FieldCaller = {
  organisationId: ID,
  sessionId: ID,
  participantId: ID,
  tokenHash: hashToken('token'),
  hasEnded: false,
  hasLeft: false,
};

const judge = (app: Express, { method, url, headers = {}, body }: Asked): Promise<Judged> => {
  const request = new IncomingMessage(new Socket());
  const length: Record<string, string> =
    body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  Object.assign(request, {
    method,
    url,
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    complete: true,
  });
  request.headers = { host: 'localhost', ...length, ...headers };
  request.headersDistinct = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [String(value)]]),
  );
  if (body !== undefined) request.push(body);
  request.push(null);
  const response = new ServerResponse(request);
  return new Promise((resolve) => {
    response.end = ((text?: unknown) => {
      response.emit('close');
      resolve({
        status: response.statusCode,
        text: Buffer.isBuffer(text) ? text.toString() : String(text ?? ''),
      });
      return response;
    }) as typeof response.end;
    app(request, response);
  });
};
