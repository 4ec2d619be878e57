import { beforeEach, expect, test } from 'vitest';
import { MAX_JSON_BYTES, MAX_JSON_DEPTH, MAX_JSON_KEYS, MAX_JSON_VALUES } from '@field-inspection/contract';
import { createFakeService } from './create-fake-service.ts';

let service: ReturnType<typeof createFakeService>;
beforeEach(() => {
  service = createFakeService();
});

async function send(body: string, path = '/api/v1/public/sessions', method = 'POST') {
  const { fetch, clientOptions } = service;
  const { baseUrl, apiKey } = clientOptions;
  const headers = new Headers({ authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' });
  const { signal } = new AbortController();
  const response = await fetch(`${baseUrl}${path}`, { method, headers, body, signal, redirect: 'manual' });
  const problem = JSON.parse(await response.text()) as {
    code: string;
    detail: string;
    errors?: { path: string; code: string }[];
  };
  return { ...problem, status: response.status };
}

const nest = (depth: number) => `{"metadata":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
const keys = (count: number) => `{${Array.from({ length: count }, (_, key) => `"k${key}":0`).join()}}`;

test.each([
  ['a key that comes twice', '{"notes":"a","n\\u006ftes":"b"}', 'body.notes', 'duplicate_key'],
  [
    'a key that reaches prototypes',
    '{"metadata":{"__proto__":"x"}}',
    'body.metadata.__proto__',
    'invalid_key',
  ],
  ['a key too many', keys(MAX_JSON_KEYS + 1), `body.k${MAX_JSON_KEYS}`, 'too_many_keys'],
  ['too many values', `[${','.repeat(MAX_JSON_VALUES)}`, 'body', 'too_many_values'],
  ['a byte order mark', '\ufeff{}', 'body', 'invalid_json'],
])('the fake refuses %s as the service does, and names where', async (_, body, path, code) => {
  expect(await send(body)).toMatchObject({
    status: 400,
    code: 'validation_error',
    errors: [{ path, code }],
  });
});

test('the fake takes 64 levels for what they are, and refuses one more', async () => {
  expect((await send(nest(MAX_JSON_DEPTH))).errors).toMatchObject([{ code: 'invalid_type' }]);
  const { errors, detail } = await send(nest(MAX_JSON_DEPTH + 1));
  expect(errors).toMatchObject([{ code: 'too_deep' }]);
  expect(detail).toContain('is nested too deep: send it with at most 64 levels');
});

test('the fake takes a body of 256 KiB, and refuses one byte more', async () => {
  const pad = (bytes: number) => '{}'.padEnd(bytes);
  expect((await send(pad(MAX_JSON_BYTES))).status).toBe(201);
  expect(await send(pad(MAX_JSON_BYTES + 1))).toMatchObject({
    status: 413,
    code: 'payload_too_large',
    detail: `The body may have at most ${MAX_JSON_BYTES} bytes.`,
  });
  // The bound counts bytes, not characters.
  expect((await send(`{"notes":"${'€'.repeat(MAX_JSON_BYTES / 3)}"}`)).status).toBe(413);
});
