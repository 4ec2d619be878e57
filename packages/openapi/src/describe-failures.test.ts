import { contract } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { describeFailures, type NamedResponses } from './describe-failures.ts';
import type { JsonSchema, NamedSchemas } from './json-schema.ts';

const collect = () => ({ schemas: new Map() as NamedSchemas, responses: new Map() as NamedResponses });

const contentOf = (response: JsonSchema | undefined) =>
  (response?.['content'] as Record<string, { schema: JsonSchema }> | undefined)?.['application/problem+json'];

test('a failure is a problem document whose description lists the codes of its status', () => {
  const components = collect();
  const failures = describeFailures(contract.sessions.list, components);
  expect(failures['400']).toEqual({ $ref: '#/components/responses/invalid_cursor-validation_error' });
  const response = components.responses.get('invalid_cursor-validation_error');
  expect(response?.['description']).toBe(
    '`invalid_cursor`: The cursor is not valid for this list. `validation_error`: The request is not valid.',
  );
  expect(contentOf(response)?.schema).toEqual({ $ref: '#/components/schemas/Problem' });
  expect([...components.schemas.keys()].sort()).toEqual(['ErrorCode', 'Problem', 'ProblemIssue']);
});

test('routes that fail in the same way share a response', () => {
  const components = collect();
  const first = describeFailures(contract.sessions.list, components);
  const count = components.responses.size;
  expect(describeFailures(contract.campaigns.list, components)).toEqual(first);
  expect(components.responses.size).toBe(count);
});

test("the join's 401 is any of its three bodies", () => {
  const components = collect();
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
  const components = collect();
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

test('every failure carries the request id and the rate limit', () => {
  const components = collect();
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
