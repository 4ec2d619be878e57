import { expect, it } from 'vitest';
import { readProblem } from './read-problem.ts';

const read = (text: string, init: ResponseInit) =>
  readProblem({ response: new Response(text, init), text }, 0);

it('reads the service’s problem', () => {
  const errors = [{ path: 'body.notes', code: 'too_big', message: 'at most 4 000 characters' }];
  const body = {
    code: 'validation_error',
    detail: 'Mend body.notes',
    title: 'No',
    request_id: 'req_1',
    errors,
  };
  const headers = {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '1763640060',
  };
  expect(read(JSON.stringify(body), { status: 400, headers })).toMatchObject({
    status: 400,
    code: 'validation_error',
    detail: 'Mend body.notes',
    requestId: 'req_1',
    errors,
    rateLimit: { limit: 60, remaining: 0, reset: new Date('2025-11-20T12:01:00Z') },
  });
});

it.each(['<html>Bad gateway</html>', '', 'null', '[]', '"no"', '{"code":42,"errors":"x"}'])(
  'makes the best of what a proxy answers: %j',
  (text) => {
    const headers = { 'request-id': 'req_2' };
    expect(read(text, { status: 502, headers })).toMatchObject({
      status: 502,
      code: 'unknown',
      detail: expect.stringContaining('or to a proxy'),
      requestId: 'req_2',
      errors: [],
      rateLimit: null,
    });
  },
);

it('says where a redirect leads', () => {
  const headers = { location: 'https://www.example.com/' };
  expect(read('', { status: 301, headers }).detail).toBe(
    'Redirected to https://www.example.com/: set baseUrl to the service itself',
  );
});
