import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { errorCodesOf, isList, listRoutes, policyOf } from './list-routes.ts';
import { openPolicy, readPolicy, writePolicy, type RoutePolicy } from './laws/policy.ts';
import { c } from './route.ts';

const read = (metadata: RoutePolicy, path = '/things') =>
  c.query({ method: 'GET', path, responses: { 200: z.object({}) }, metadata });

const write = (metadata: RoutePolicy, path = '/things') =>
  c.mutation({ method: 'POST', path, body: z.object({}), responses: { 201: z.object({}) }, metadata });

const ALWAYS = ['internal_error', 'rate_limited', 'unavailable', 'validation_error'];

test('every route of every resource is listed, in the order of the contract', () => {
  const names = listRoutes().map(({ resource, key }) => `${resource}.${key}`);
  const expected = Object.entries(contract).flatMap(([resource, routes]) =>
    Object.keys(routes).map((key) => `${resource}.${key}`),
  );
  expect(names).toEqual(expected);
  expect(names[0]).toBe('sessions.create');
});

test('a listed route carries its own policy', () => {
  for (const { route, policy } of listRoutes()) expect(policy).toBe(policyOf(route));
});

describe('isList', () => {
  test('is true for what takes limit and cursor, false for the rest', () => {
    expect(isList(contract.sessions.list)).toBe(true);
    expect(isList(contract.webhookEvents.list)).toBe(true);
    expect(isList(contract.sessions.get)).toBe(false);
    expect(isList(contract.sessions.create)).toBe(false);
  });

  test('is false for a query that does not page', () => {
    const route = { ...contract.sessions.list, query: z.strictObject({ status: z.string() }) };
    expect(isList(route)).toBe(false);
  });
});

describe('errorCodesOf', () => {
  test('an open read can have a parameter too many, be limited, or fail on our side', () => {
    expect(errorCodesOf(read(openPolicy()))).toEqual(ALWAYS);
  });

  test('a credential brings unauthenticated and permission_denied', () => {
    expect(errorCodesOf(read(readPolicy('org:read')))).toEqual(
      [...ALWAYS, 'permission_denied', 'unauthenticated'].sort(),
    );
  });

  test('a field session brings unauthenticated, and no scope to lack', () => {
    const policy: RoutePolicy = { ...openPolicy(), auth: 'field_session' };
    expect(errorCodesOf(read(policy))).toEqual([...ALWAYS, 'unauthenticated'].sort());
  });

  test('a path id brings not_found', () => {
    expect(errorCodesOf(read(openPolicy(), '/things/:thing_id'))).toEqual([...ALWAYS, 'not_found'].sort());
  });

  test('a write brings what can be wrong with a body and with an idempotency key', () => {
    expect(errorCodesOf(write(writePolicy('branding:write')))).toEqual(
      [
        ...ALWAYS,
        'foreign_origin',
        'idempotency_in_flight',
        'idempotency_key_reused',
        'request_timeout',
        'payload_too_large',
        'permission_denied',
        'unauthenticated',
        'unsupported_media_type',
      ].sort(),
    );
  });

  test('the codes of the policy are kept, each once', () => {
    const codes = errorCodesOf(write(writePolicy('branding:write', ['endpoint_paused', 'rate_limited'])));
    expect(codes.filter((code) => code === 'endpoint_paused' || code === 'rate_limited')).toEqual([
      'endpoint_paused',
      'rate_limited',
    ]);
  });

  test('the join answers with words of its own, and never asks for a key', () => {
    const codes = errorCodesOf(contract.join.redeem);
    expect(codes).toEqual(
      expect.arrayContaining(['otp_required', 'otp_invalid', 'otp_expired', 'otp_locked']),
    );
    expect(codes).not.toContain('unauthenticated');
  });

  test('creating a session can be refused for the plan and for the bill', () => {
    expect(errorCodesOf(contract.sessions.create)).toEqual(
      expect.arrayContaining(['billing.subscription_past_due', 'billing.free_plan_minutes_exhausted']),
    );
  });
});
