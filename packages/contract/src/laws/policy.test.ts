import { expect, test } from 'vitest';
import { openPolicy, readPolicy, writePolicy } from './policy.ts';

test('a read needs its scope and no idempotency key', () => {
  expect(readPolicy('sessions:read', ['invalid_cursor'])).toEqual({
    auth: 'credential',
    scope: 'sessions:read',
    caller: 'any',
    idempotent: false,
    public: true,
    rateLimit: 'credential',
    errors: ['invalid_cursor'],
  });
});

test('a write differs from a read by the idempotency key alone', () => {
  expect(writePolicy('sessions:write')).toEqual({ ...readPolicy('sessions:write'), idempotent: true });
});

test('an open route needs no scope and is counted by address', () => {
  expect(openPolicy()).toEqual({
    auth: 'none',
    scope: null,
    caller: null,
    idempotent: false,
    public: true,
    rateLimit: 'address',
    errors: [],
  });
});
