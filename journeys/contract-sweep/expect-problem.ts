import { expect } from 'vitest';
import type { ReadReply } from '../requests/call-operation.ts';

export const expectProblem = (reply: ReadReply, status: number, code: string): void => {
  expect([reply.status, (reply.body as { code?: string } | undefined)?.code]).toEqual([status, code]);
  expect(reply.headers.get('content-type')).toContain('application/problem+json');
  expect(reply.body).toMatchObject({ status, request_id: reply.headers.get('request-id') });
  expectCommonHeaders(reply);
};

export const expectCommonHeaders = ({ headers }: ReadReply): void => {
  // Neither a browser nor a proxy may keep a reply.
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('request-id')).toMatch(/^[\w-]{8,64}$/);
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    expect(headers.get(name)).toMatch(/^\d+$/);
  }
  expect(headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
};

export const pathsOf = (reply: ReadReply): string[] =>
  ((reply.body as { errors?: { path: string }[] }).errors ?? []).map(({ path }) => path);
