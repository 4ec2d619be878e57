import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { join } from './join.ts';

const params = {
  session_id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
  token: 'T1xJ0vFqWm3eYkZb8uRsAoC5hNdLp7iGQ2tVwXyHjKc',
};

test('the join is a GET', () => {
  expect(`${join.redeem.method} ${join.redeem.path}`).toBe('GET /v1/sessions/:session_id/join/:token');
});

describe('the token', () => {
  test('is 32 bytes in base64url', () => {
    expect(Buffer.from(params.token, 'base64url')).toHaveLength(32);
    expect(join.redeem.pathParams.parse(params)).toEqual(params);
  });

  test.each([[''], ['short'], ['+'.repeat(43)], ['a'.repeat(42)], ['a'.repeat(44)], [`${'a'.repeat(43)}\n`]])(
    '%j is none',
    (token) => {
      expect(join.redeem.pathParams.safeParse({ ...params, token }).success).toBe(false);
    },
  );
});

test('the one-time code travels in a header, never in the URL', () => {
  const headers = z.object(join.redeem.headers);
  expect(headers.parse({})).toEqual({});
  expect(headers.parse({ 'x-join-otp': '482913' })).toEqual({ 'x-join-otp': '482913' });
  expect(headers.safeParse({ 'x-join-otp': '1'.repeat(65) }).success).toBe(false);
  expect('query' in join.redeem).toBe(false);
});

test('the answer has a token, a media connection and what the page shows', () => {
  expect(Object.keys(join.redeem.responses[200].shape)).toEqual([
    'field_session_token',
    'field_session_expires_at',
    'session',
    'participant',
    'consent_state',
    'branding',
    'media_connection',
    'uploads',
  ]);
});
