import { contract, errorCodesOf } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { type JsonSchema, openComponents } from '../schemas/components.ts';
import { describeFailures } from './describe-failures.ts';

const contentOf = (response: JsonSchema | undefined) =>
  (response?.['content'] as Record<string, { schema: JsonSchema; examples: JsonSchema }> | undefined)?.[
    'application/problem+json'
  ];

test('a failure is a problem document whose description lists the codes of its status', () => {
  const components = openComponents();
  const failures = describeFailures(contract.sessions.list, components);
  expect(failures['400']).toEqual({ $ref: '#/components/responses/invalid_cursor-validation_error' });
  const response = components.responses.get('invalid_cursor-validation_error');
  expect(response?.['description']).toBe(
    '`invalid_cursor`: The cursor is not valid for this list. `validation_error`: The request is not valid.',
  );
  expect(contentOf(response)?.schema).toEqual({ $ref: '#/components/schemas/Problem' });
  expect([...components.schemas.keys()].sort()).toEqual([
    'ErrorCode',
    'IssueCode',
    'Problem',
    'ProblemIssue',
  ]);
});

test('routes that fail in the same way share a response', () => {
  const components = openComponents();
  const first = describeFailures(contract.sessions.list, components);
  const count = components.responses.size;
  expect(describeFailures(contract.campaigns.list, components)).toEqual(first);
  expect(components.responses.size).toBe(count);
});

test("the join's 401 is any of its three bodies", () => {
  const components = openComponents();
  const failures = describeFailures(contract.join.redeem, components);
  expect(failures['401']).toEqual({ $ref: '#/components/responses/otp_expired-otp_invalid-otp_required' });
  expect(contentOf(components.responses.get('otp_expired-otp_invalid-otp_required'))?.schema).toEqual({
    anyOf: [
      { $ref: '#/components/schemas/Problem' },
      { $ref: '#/components/schemas/OtpInvalidProblem' },
      { $ref: '#/components/schemas/OtpRequiredProblem' },
    ],
  });
});

test('Retry-After stands where waiting helps, and nowhere else', () => {
  const components = openComponents();
  describeFailures(contract.sessions.end, components);
  const waiting = [...components.responses]
    .filter(([, response]) => 'Retry-After' in (response['headers'] as object))
    .map(([name]) => name);
  expect(waiting.sort()).toEqual([
    'idempotency_in_flight-session.already_ended',
    'rate_limited',
    'unavailable',
  ]);
});

test('a large body that has no turn is told of where its codes are described', () => {
  const components = openComponents();
  describeFailures(contract.sessions.create, components);
  for (const code of ['rate_limited', 'unavailable']) {
    expect(components.responses.get(code)?.['description']).toMatch(/body above 16 KiB.*1 MiB a second/);
  }
});

test('each code of a status has its example', () => {
  const components = openComponents();
  describeFailures(contract.sessions.list, components);
  const { examples } = contentOf(components.responses.get('invalid_cursor-validation_error')) ?? {};
  expect(examples).toEqual({
    invalid_cursor: { $ref: '#/components/examples/invalid_cursor' },
    validation_error: { $ref: '#/components/examples/validation_error' },
  });
  expect([...components.examples.keys()].sort()).toEqual(errorCodesOf(contract.sessions.list));
});

test('a 401 says what to authenticate with', () => {
  const components = openComponents();
  describeFailures(contract.sessions.create, components);
  const challenging = [...components.responses]
    .filter(([, response]) => 'WWW-Authenticate' in (response['headers'] as object))
    .map(([name]) => name);
  expect(challenging).toEqual(['unauthenticated']);
});

test("a deprecated route's failures are its own, and carry what tells so", () => {
  const components = openComponents();
  const deprecated = { since: '2026-11-20', sunset: '2027-11-20', link: '/docs/errors' };
  const route = { ...contract.sessions.list, metadata: { ...contract.sessions.list.metadata, deprecated } };
  const failures = describeFailures(route, components);
  expect(failures['401']).toEqual({ $ref: '#/components/responses/unauthenticated-deprecated' });
  for (const response of components.responses.values()) {
    expect(Object.keys(response['headers'] as object)).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
    );
  }
});

test('every failure carries the request id and the rate limit', () => {
  const components = openComponents();
  describeFailures(contract.sessions.create, components);
  for (const response of components.responses.values()) {
    expect(Object.keys(response['headers'] as object)).toEqual(
      expect.arrayContaining([
        'Request-Id',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
      ]),
    );
  }
});
