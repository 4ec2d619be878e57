import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeJson } from './write-json.ts';

const BODIES: Record<string, unknown> = {
  short: { name: 'Łódź' },
  long: { notes: 'ß'.repeat(20_000) },
  nothing: undefined,
};

let baseUrl: string;
let close: () => void;
beforeAll(async () => {
  const app = express();
  app.response.json = writeJson;
  app.get('/:body', ({ params: { body } }, response) => void response.json(BODIES[body]));
  app.get('/problem/:body', ({ params: { body } }, response) => {
    response.status(404).type('application/problem+json; charset=utf-8').json(BODIES[body]);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => void server.close();
});
afterAll(() => close());

const headersOf = ({ headers }: Response) => [headers.get('content-type'), headers.get('content-length')];

it.each(['short', 'long'])('gives a %s body whole, with its type and its length in bytes', async (name) => {
  const response = await fetch(`${baseUrl}/${name}`);
  const text = JSON.stringify(BODIES[name]);
  expect(headersOf(response)).toEqual(['application/json; charset=utf-8', String(Buffer.byteLength(text))]);
  expect(await response.text()).toBe(text);
});

it('keeps a type that is set before, and the status', async () => {
  const response = await fetch(`${baseUrl}/problem/short`);
  expect([response.status, headersOf(response)[0]]).toEqual([404, 'application/problem+json; charset=utf-8']);
});

it('answers HEAD with the same headers and no body', async () => {
  const [head, get] = await Promise.all(
    ['HEAD', 'GET'].map((method) => fetch(`${baseUrl}/long`, { method })),
  );
  expect(headersOf(head!)).toEqual(headersOf(get!));
  expect(await head!.text()).toBe('');
});

it('writes no body where there is none', async () => {
  expect(await (await fetch(`${baseUrl}/nothing`)).text()).toBe('');
});
