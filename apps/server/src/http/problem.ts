import {
  ERRORS,
  errorCodesOf,
  GIVEN_TWICE,
  nameIssue,
  openUnion,
  sayMissing,
  THINGS,
  type ErrorCode,
} from '@field-inspection/contract';
import { RequestValidationError } from '@ts-rest/express';
import type { NextFunction, Request, Response } from 'express';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import { Refusal, type InvalidPart } from '../refusals.ts';
import type { Context } from '../context.ts';
import { describeCauses } from '../platform/describe-causes.ts';
import { LostOrderError } from '../platform/concurrency/lost-order-error.ts';
import { NoPermitError } from '../platform/concurrency/create-shares.ts';
import { isPassing, readDatabaseFailure, takesNoWrites } from '../platform/read-database-failure.ts';
import { ObjectStoreError } from '../platform/object-store/object-store.ts';
import { weighRefusal } from './apply-policy.ts';
import { NoTurnError } from './limits/take-turn.ts';
import { stateOf, type MatchedRequest } from './request-state.ts';
import { logGuess } from './log-guess.ts';

/** Answers with a failure as `application/problem+json` (RFC 9457). */
export const replyProblem = (
  context: Pick<Context, 'config'>,
  { request, response }: { request: Request; response: Response },
  error: Refusal,
): void => {
  const problem = describeProblem(context, error, stateOf(request).requestId);
  response
    .status(problem.status)
    .set(error.headers)
    .type('application/problem+json')
    .send(JSON.stringify(problem));
};

/** A failure as a problem document. */
export const describeProblem = ({ config }: Pick<Context, 'config'>, error: Refusal, requestId: string) => {
  const { status, title } = ERRORS[error.code];
  return {
    type: `${config.baseUrl}/docs/errors#${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.errors ? { errors: error.errors } : {}),
    ...error.members,
  };
};

type ReplyFailure = (
  context: Pick<Context, 'config' | 'log'>,
  exchange: { request: Request; response: Response },
  error: Refusal,
) => void;

/** Turns whatever a request failed with into a problem, or what another protocol has for it. */
export const sendProblem =
  (
    context: Pick<Context, 'addresses' | 'clock' | 'config' | 'log' | 'metrics'>,
    reply: ReplyFailure = replyProblem,
  ) =>
  // eslint-disable-next-line max-params -- Express knows what takes errors by its four parameters
  (thrown: unknown, request: Request, response: Response, _next: NextFunction): void => {
    if (response.headersSent) return breakOff(context, { thrown, request, response });
    const error = toApiError(thrown, request);
    if (error.code === 'internal_error') {
      context.log.error(
        { request_id: stateOf(request).requestId, err: describeError(thrown) },
        'request failed',
      );
    }
    // A body without a turn was not judged, which saves the cost; and the host's operator has nothing to mend.
    const isTurnless = error.cause instanceof NoTurnError;
    if (error.code === 'unavailable' && !isTurnless) logUnavailable(context, request, error);
    if (ERRORS[error.code].status < 500 && !isTurnless) weighRefusal(context, { request, response });
    if (LIMITED.has(ERRORS[error.code].status)) context.metrics.refusals.inc({ code: error.code });
    logGuess(context, request, error);
    warnUndeclared(context, request, error.code);
    reply(context, { request, response }, error);
  };

/** Payment required, too large, too many: a plan, a size or a rate is used up. */
const LIMITED: ReadonlySet<number> = new Set([402, 413, 429]);

/** Answers a request in place of what handles it. */
export const replyUnavailable = (
  context: Pick<Context, 'log' | 'config'>,
  exchange: { request: Request; response: Response },
  error: Refusal,
): void => {
  logUnavailable(context, exchange.request, error);
  replyProblem(context, exchange, error);
};

/** The caller is told to try again; the host's operator is told why. */
const logUnavailable = ({ log }: Pick<Context, 'log'>, request: Request, error: Refusal): void => {
  const { requestId, routeTemplate } = stateOf(request);
  log.error({ request_id: requestId, route: routeTemplate, causes: describeCauses(error) }, 'unavailable');
};

/**
 * Ends a request that fails when it is answered already. After a timeout its body breaks off, which its log line tells
 * by the status; a file that fails in the middle is an error. Express would write a stack to stderr.
 */
const breakOff = (
  { log }: Pick<Context, 'log'>,
  { thrown, request, response }: { thrown: unknown; request: Request; response: Response },
): void => {
  // The request was answered whole while it waited; the awaited work has failed since.
  if (response.writableEnded) return;
  if (!(thrown instanceof Refusal)) {
    log.error({ request_id: stateOf(request).requestId, err: describeError(thrown) }, 'reply broken off');
  }
  response.destroy();
};

export const toApiError = (thrown: unknown, request: Request): Refusal => {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof RequestValidationError) return fromValidation(thrown, request as MatchedRequest);
  if (isDatabaseAway(thrown)) {
    const failure = readDatabaseFailure(thrown);
    const what = failure && takesNoWrites(failure) ? 'takes no writes now' : 'does not answer';
    // When the connection is lost at the commit, nobody knows whether it took place.
    return new Refusal(
      'unavailable',
      `The database ${what}. Try again; under one Idempotency-Key nothing is done twice.`,
      { cause: thrown, headers: { 'Retry-After': '2' } },
    );
  }
  if (thrown instanceof NoPermitError) {
    return new Refusal(
      'unavailable',
      'Too much of your organisation is under way at once. Try again; under one Idempotency-Key nothing is done twice.',
      { cause: thrown, headers: { 'Retry-After': '2' } },
    );
  }
  if (thrown instanceof LostOrderError) {
    return new Refusal(
      'unavailable',
      'What was to process it ended before it was done. Try again; under one Idempotency-Key nothing is done twice.',
      { cause: thrown, headers: { 'Retry-After': '2' } },
    );
  }
  if (thrown instanceof ObjectStoreError) {
    return new Refusal('unavailable', `The storage of the evidence ${describeStorage(thrown)}. Try again.`, {
      cause: thrown,
      headers: { 'Retry-After': '2' },
    });
  }
  return new Refusal('internal_error', 'The request could not be handled. Tell support the request_id.', {
    cause: thrown,
  });
};

/** Describes a failing storage. When it is full, the host's operator has to act, and the caller can only wait. */
const describeStorage = (error: ObjectStoreError): string =>
  describeCauses(error).some(({ code }) => code === 'ENOSPC' || code === 'EDQUOT')
    ? 'has no room left, and nothing was kept'
    : 'does not answer';

/**
 * Refuses a path that names no resource, without telling whether it is malformed, missing or another organisation's.
 */
const fromValidation = (error: RequestValidationError, request: MatchedRequest): Refusal => {
  const [name] = error.pathParams?.issues[0]?.path ?? [];
  if (error.pathParams) return noSuchThing(String(name), { request, cause: error });
  const errors = [
    ...listInvalidParts('header', error.headers),
    ...tellRepeated(request.query, error.query),
    ...listInvalidParts('body', error.body),
  ].slice(0, MAX_INVALID_PARTS);
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return new Refusal('validation_error', detail || 'The request is not valid.', { cause: error, errors });
};

const noSuchThing = (
  name: string,
  { request, cause }: { request: MatchedRequest; cause: unknown },
): Refusal => {
  const parts = request.tsRestRoute.path.split('/');
  // A token is a secret, and stays one when it is misspelled; nor does the refusal tell which part of a link is wrong.
  if (parts.includes(':token')) return new Refusal('not_found', sayMissing(THINGS['token']!), { cause });
  const id = request.path.split('/')[parts.indexOf(`:${name}`)];
  return new Refusal('not_found', sayMissing(THINGS[name] ?? 'resource', id), { cause });
};

/** A small body can have a hundred thousand faults; naming each would make the reply many times its size. */
const MAX_INVALID_PARTS = 50;

type StandardIssue = z.core.$ZodIssue & { keys?: string[] };

const listInvalidParts = (where: string, error: unknown): InvalidPart[] => {
  const issues = (error as { issues?: StandardIssue[] } | null)?.issues ?? [];
  return issues.flatMap(openUnion).flatMap((issue) => {
    const path = [
      where,
      ...issue.path.map((part) => (typeof part === 'object' ? (part as { key: PropertyKey }).key : part)),
    ];
    const names = issue.code === 'unrecognized_keys' ? (issue.keys ?? []) : [undefined];
    // The message has a line for each unknown field.
    const messages = issue.message.split('\n');
    return names.slice(0, MAX_INVALID_PARTS).map((name, index) => ({
      path: [...path, ...(name === undefined ? [] : [name])].map(String).join('.').slice(0, 300),
      code: nameIssue(issue.code),
      message: name === undefined ? issue.message : messages[index]!,
    }));
  });
};

/**
 * Gives the faults of a query. A parameter that was given more than once gets one fault, which says so and not that it
 * is a list.
 */
const tellRepeated = (query: Request['query'], error: unknown): InvalidPart[] => {
  const issues = (error as { issues?: StandardIssue[] } | null)?.issues ?? [];
  const repeated = new Set<string>();
  return issues.flatMap((issue) => {
    const told = listInvalidParts('query', { issues: [issue] });
    const given = issue.path.reduce<unknown>(
      (value, key) => (value as Record<PropertyKey, unknown>)[key],
      query,
    );
    if (issue.code === 'unrecognized_keys' || !Array.isArray(given)) return told;
    return told.flatMap(({ path, code }) => {
      if (repeated.has(path)) return [];
      repeated.add(path);
      return [{ path, code, message: GIVEN_TWICE }];
    });
  });
};

const DATABASE_AWAY = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']);
const DATABASE_AWAY_WORDS =
  /Can't reach database server|DatabaseNotReachable|ConnectionClosed|SocketTimeout|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|Connection terminated|timeout exceeded when trying to connect|terminating connection|not queryable|Query read timeout/i;

const isDatabaseAway = (thrown: unknown): boolean => {
  if (thrown instanceof Prisma.PrismaClientInitializationError) return true;
  if (thrown instanceof Prisma.PrismaClientKnownRequestError && DATABASE_AWAY.has(thrown.code)) return true;
  const failure = readDatabaseFailure(thrown);
  if (failure) return isPassing(failure);
  return (
    isDatabaseError(thrown) &&
    DATABASE_AWAY_WORDS.test(
      String((thrown as Error).message) + JSON.stringify((thrown as { meta?: unknown }).meta ?? {}),
    )
  );
};

const isDatabaseError = (thrown: unknown): boolean =>
  thrown instanceof Prisma.PrismaClientKnownRequestError ||
  thrown instanceof Prisma.PrismaClientUnknownRequestError ||
  (thrown instanceof Error &&
    ('severity' in thrown ||
      thrown.name === 'DriverAdapterError' ||
      'code' in thrown ||
      PLAIN_DATABASE_ERROR.test(thrown.message)));

// For a lost or a silent connection node-postgres throws errors that have nothing but these words.
const PLAIN_DATABASE_ERROR =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

// An error's message may quote a row or a secret, and its stack begins with the message. The frames alone tell enough.
const describeError = (thrown: unknown) => {
  if (!(thrown instanceof Error)) return { message: 'a value that is no error was thrown' };
  const code = (thrown as { code?: unknown }).code;
  const frames = thrown.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { name: thrown.name, ...(code === undefined ? {} : { code }), stack: frames?.join('\n') };
};

/** Warns of a code that the route does not declare: the document would not list it. */
const warnUndeclared = ({ log }: Pick<Context, 'log'>, request: Request, code: ErrorCode): void => {
  const route = (request as Partial<MatchedRequest>).tsRestRoute;
  // No route declares these two codes: the path refuses a method, and an organisation's domain hides paths.
  if (stateOf(request).domain && code === 'not_found') return;
  if (!route || code === 'method_not_allowed' || errorCodesOf(route).includes(code)) return;
  log.error({ request_id: stateOf(request).requestId, route: route.path, code }, 'undeclared error code');
};
