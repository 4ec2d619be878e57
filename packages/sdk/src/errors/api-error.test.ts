import { ERRORS, errorCodesOf, listRoutes } from '@field-inspection/contract';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type * as ThisCopy from './api-error.ts';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  createApiError,
  GoneError,
  LockedError,
  NotFoundError,
  PaymentRequiredError,
  PermissionDeniedError,
  PayloadTooLargeError,
  PreconditionFailedError,
  RangeNotSatisfiableError,
  UnsupportedMediaTypeError,
  RateLimitError,
  ServerError,
  UnprocessableError,
  ValidationError,
} from './api-error.ts';
import { FieldInspectionError } from './field-inspection-error.ts';
import { ConnectionError, RequestError } from './request-error.ts';

const create = (status: number) => createApiError({ status, code: 'x', detail: 'y' });

describe('createApiError', () => {
  it.each([
    [400, ValidationError, 'ValidationError'],
    [401, AuthenticationError, 'AuthenticationError'],
    [402, PaymentRequiredError, 'PaymentRequiredError'],
    [403, PermissionDeniedError, 'PermissionDeniedError'],
    [404, NotFoundError, 'NotFoundError'],
    [409, ConflictError, 'ConflictError'],
    [410, GoneError, 'GoneError'],
    [412, PreconditionFailedError, 'PreconditionFailedError'],
    [413, PayloadTooLargeError, 'PayloadTooLargeError'],
    [415, UnsupportedMediaTypeError, 'UnsupportedMediaTypeError'],
    [416, RangeNotSatisfiableError, 'RangeNotSatisfiableError'],
    [422, UnprocessableError, 'UnprocessableError'],
    [423, LockedError, 'LockedError'],
    [429, RateLimitError, 'RateLimitError'],
    [500, ServerError, 'ServerError'],
    [599, ServerError, 'ServerError'],
    [405, ApiError, 'ApiError'],
    [302, ApiError, 'ApiError'],
  ])('of %i is a %o', (status, Class, name) => {
    const error = create(status);
    expect(error.constructor).toBe(Class);
    expect(error.name).toBe(name);
    expect(String(error)).toBe(`${name}: ${status} x: y`);
    expect(error.stack).toContain(`${name}: ${status} x: y`);
  });
});

describe('instanceof', () => {
  it('follows the classes', () => {
    const error = create(404);
    const isA = [NotFoundError, ApiError, RequestError, FieldInspectionError, Error].map(
      (Class) => error instanceof Class,
    );
    expect(isA).toEqual([true, true, true, true, true]);
    const isNot = [ConflictError, ServerError, ConnectionError].map((Class) => error instanceof Class);
    expect(isNot).toEqual([false, false, false]);
  });

  it('holds for an error of another copy of the package', async () => {
    const copy = (await import('./api-error.ts?another copy' as string)) as typeof ThisCopy;
    expect(copy.NotFoundError).not.toBe(NotFoundError);
    const foreign = copy.createApiError({ status: 404, code: 'x', detail: 'y' });
    expect([foreign instanceof NotFoundError, foreign instanceof ApiError]).toEqual([true, true]);
    expect(foreign instanceof ConflictError).toBe(false);
    expect(create(404) instanceof copy.NotFoundError).toBe(true);
  });

  it('of a subclass of the reader’s own is the ordinary one', () => {
    class OwnError extends NotFoundError {}
    const own = new OwnError({ status: 404, code: 'x', detail: 'y' });
    expect([own instanceof OwnError, own instanceof NotFoundError]).toEqual([true, true]);
    expect(create(404) instanceof OwnError).toBe(false);
  });

  it.each([null, undefined, 'error', 404, {}, new Error('x')])('is false for %o', (value) => {
    expect((value as unknown) instanceof ApiError).toBe(false);
  });
});

describe('what is printed', () => {
  const error = createApiError({
    status: 429,
    code: 'rate_limited',
    detail: 'Slow down',
    requestId: 'req_1',
    headers: new Headers({ 'set-cookie': 'secret-cookie' }),
    retryAfterMs: 1000,
    rateLimit: { limit: 60, remaining: 0, reset: new Date(0) },
    idempotencyKey: 'secret-key',
    method: 'POST',
    path: '/api/v1/public/sessions',
  });

  it('as JSON keeps the message and what helps, and no headers or keys', () => {
    const text = JSON.stringify(error);
    expect(JSON.parse(text)).toEqual({
      name: 'RateLimitError',
      message: '429 rate_limited: Slow down',
      status: 429,
      code: 'rate_limited',
      detail: 'Slow down',
      requestId: 'req_1',
      errors: [],
      retryAfterMs: 1000,
      rateLimit: { limit: 60, remaining: 0, reset: '1970-01-01T00:00:00.000Z' },
      attempts: [],
      method: 'POST',
      path: '/api/v1/public/sessions',
    });
    expect(text).not.toContain('secret');
  });

  it('by the console tells class, status and code', () => {
    expect(inspect(error)).toMatch(/RateLimitError: 429 rate_limited: Slow down[\s\S]*status: 429/);
  });
});

it('there is a class of error for each status of 4xx that a route of the service answers with', () => {
  const statuses = listRoutes()
    .filter(({ policy }) => policy.public)
    .flatMap(({ route }) => errorCodesOf(route))
    .map((code) => ERRORS[code].status);
  // 408 is tried again, and concerns the connection.
  const without = new Set(statuses.filter((status) => create(status).constructor === ApiError));
  expect([...without]).toEqual([408]);
});
