import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { createHealth } from '../probes/health.ts';
import { listenHttp } from '../listen-http.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.baseUrl + path, { headers, redirect: 'manual' });

describe('/metrics', () => {
  it('wants the bearer METRICS_TOKEN outside demo mode', async () => {
    const answers = await Promise.all(
      [
        {},
        { Authorization: 'Bearer wrong-metrics-token' },
        { Authorization: 'Basic test-metrics-token' },
      ].map((headers) => get('/metrics', headers)),
    );
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('is shut when no token is set', async () => {
    const aside = await startTestServer({ METRICS_TOKEN: '' });
    const answer = await fetch(`${aside.baseUrl}/metrics`, {
      headers: { Authorization: 'Bearer undefined' },
    });
    expect(answer.status).toBe(401);
    await aside.close();
  });

  it('tells requests by their templates, never by their paths', async () => {
    await get('/join/019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01');
    const answer = await get('/metrics', { Authorization: 'Bearer test-metrics-token' });
    const body = await answer.text();
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(body).toContain('route="/join/:session_id"');
    expect(body).toMatch(/^media_peers 0$/m);
    expect(body).not.toContain('019a9f6e');
  });
});

describe('/v1/openapi.json', () => {
  it('is the committed document with this server in it, counted per address', async () => {
    const answer = await get('/v1/openapi.json');
    const document = (await answer.json()) as { openapi: string; servers: object[]; paths: object };
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: server.baseUrl }] });
    expect(Object.keys(document.paths)).toContain('/v1/sessions/{session_id}/join/{token}');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('6000');
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
  });

  it('may be kept by a cache that asks each time, which costs 304 while it is the same', async () => {
    const answer = await get('/v1/openapi.json');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const again = await get('/v1/openapi.json', { 'If-None-Match': answer.headers.get('etag')! });
    expect([again.status, await again.text(), again.headers.get('x-ratelimit-limit')]).toEqual([
      304,
      '',
      '6000',
    ]);
    const other = await get('/v1/openapi.json', { 'If-None-Match': 'W/"other"' });
    expect([other.status, await other.text()]).toEqual([200, await answer.text()]);
  });

  it('is refused past the limit of its address', async () => {
    const aside = await startTestServer({ UNAUTHENTICATED_RATE_LIMIT: '2' });
    const ask = async () => (await fetch(`${aside.baseUrl}/v1/openapi.json`)).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    await aside.close();
  });
});

describe('a file', () => {
  it('is sent compressed to who takes that', async () => {
    const size = async (encoding: string) => {
      const reply = await rawGet('/docs/assets/scalar.js', encoding);
      return { encoded: /content-encoding: gzip/i.test(reply.head), bytes: reply.bodyBytes };
    };
    const [zipped, plain] = [await size('gzip'), await size('identity')];
    expect([zipped.encoded, plain.encoded]).toEqual([true, false]);
    expect(zipped.bytes).toBeLessThan(plain.bytes / 2);
  });
});

describe('the pages', () => {
  it('start at the root, which knows no outbox outside demo mode', async () => {
    const body = await (await get('/')).text();
    expect(body).toContain('href="docs"');
    expect(body).not.toContain('outbox');
    expect((await get('/outbox')).status).toBe(404);
  });

  it.each(['/', '/docs', '/metrics', '/livez', '/v1/openapi.json', '/join/x'])(
    '%s takes GET only',
    async (path) => {
      const answer = await fetch(server.baseUrl + path, { method: 'POST' });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' });
      const head = await fetch(server.baseUrl + path, { method: 'HEAD' });
      expect(await head.text()).toBe('');
    },
  );
});

it('ends each connection with its reply while the server drains', async () => {
  const health = createHealth(server.context);
  const listener = await listenHttp(
    createApp(server.context, health),
    { port: 0, host: '127.0.0.1' },
    server.context,
  );
  const connectionOf = async (path: string) =>
    (await fetch(`http://127.0.0.1:${listener.port}${path}`)).headers.get('connection');
  expect(await connectionOf('/livez')).toBe('keep-alive');
  health.drain();
  expect([await connectionOf('/livez'), await connectionOf('/api/v1/public/sessions')]).toEqual([
    'close',
    'close',
  ]);
  await listener.close();
});

const rawGet = (path: string, acceptEncoding: string): Promise<{ head: string; bodyBytes: number }> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const reply = Buffer.concat(chunks);
      const end = reply.indexOf('\r\n\r\n');
      resolve({ head: reply.subarray(0, end).toString(), bodyBytes: reply.length - end - 4 });
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Encoding: ${acceptEncoding}\r\n\r\n`,
    );
  });
