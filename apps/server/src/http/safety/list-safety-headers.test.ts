import { listRoutes } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGNALLING_PATH } from '../../platform/media-connection.ts';
import { listenHttp } from '../listen-http.ts';
import { createHealth } from '../probes/health.ts';
import type { JoinedDevice } from '../../testing/join-session.ts';
import { openUploader } from '../../testing/open-uploader.ts';
import { sendRaw } from '../../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { createWorkerApp } from '../../worker-app.ts';

const HSTS = 'max-age=31536000; includeSubDomains';
const ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

let server: TestServer;
let device: JoinedDevice;
beforeAll(async () => {
  server = await startTestServer();
  device = await openUploader(server).joinWithConsent();
  // The proxy in front speaks https, and http to this server.
  server.context.config.baseUrl = 'https://inspections.example';
});
afterAll(() => server.close());

const headersOf = async (path: string, init: RequestInit = {}) => {
  const { headers, status } = await fetch(`${server.baseUrl}${path}`, { redirect: 'manual', ...init });
  return {
    status,
    nosniff: headers.get('x-content-type-options'),
    hsts: headers.get('strict-transport-security'),
    policy: headers.get('content-security-policy'),
    referrer: headers.get('referrer-policy'),
  };
};
/** Pages and files have policies of their own. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
const isStrict = (policy: string | null): boolean => {
  const parts = new Map((policy ?? '').split('; ').map((part) => part.split(/ (.*)/) as [string, string]));
  const nothing = ['default-src', 'base-uri', 'frame-ancestors'].map((name) => parts.get(name));
  return (
    nothing.every((value) => value === "'none'") && ["'self'", undefined].includes(parts.get('script-src'))
  );
};
const FILE_POLICY = "default-src 'none'; img-src data:; frame-ancestors 'none'; base-uri 'none'; sandbox";
const SAFE = { nosniff: 'nosniff', hsts: HSTS, referrer: 'no-referrer' };
const FILE = { ...SAFE, policy: FILE_POLICY };

const upgrade = (path: string, ...more: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', ...more, '\r\n'].join(
    '\r\n',
  );

describe('nosniff, a policy for browsers, and HSTS behind https, are on', () => {
  it('the reply of every route of the API', async () => {
    for (const { route } of listRoutes()) {
      const path = route.path.replace(/:[^/]+/g, ID);
      const headers = await headersOf(path, { method: route.method });
      expect([route.path, headers]).toMatchObject([route.path, { ...SAFE, policy: POLICY }]);
    }
  });

  it.each([
    ['/', {}],
    ['/docs', {}],
    ['/docs/explorer', {}],
    ['/docs/reference/sessions', {}],
    ['/sign', {}],
    ['/invitations', {}],
    ['/livez', {}],
    ['/readyz', {}],
    ['/metrics', {}],
    ['/v1/openapi.json', {}],
    ['/verify', {}],
    [`/join/${ID}`, {}],
    ['/nothing', { headers: { accept: 'text/html' } }],
    ['/nothing', { method: 'POST', body: '{}' }],
    ['/%ff', {}],
    ['/docs', { method: 'DELETE' }],
    ['/v1/field/uploads', { method: 'OPTIONS' }],
    ['/v1/field/uploads', { method: 'POST' }],
  ])('what is at %s %o', async (path, init) => {
    const headers = await headersOf(path, init);
    expect(headers).toMatchObject(SAFE);
    expect([headers.policy, isStrict(headers.policy)]).toEqual([headers.policy, true]);
  });

  it('an upload, a file, the part of one and what is known already', async () => {
    const uploader = openUploader(server);
    const photo = await takePhoto();
    const { url, response } = await uploader.begin(device, photo.length);
    expect(response.headers.get('strict-transport-security')).toBe(HSTS);
    const address = `${server.baseUrl}${new URL(url).pathname}`;
    const sent = await uploader.patch(device, { url: address, offset: 0, body: photo });
    expect([sent.status, sent.headers.get('x-content-type-options')]).toEqual([204, 'nosniff']);
    const path = `/v1/evidence/${device.sessionId}/files/${sent.headers.get('evidence-id')}`;
    const bearer = { authorization: `Bearer ${server.seed.apiKey}` };
    const whole = await fetch(`${server.baseUrl}${path}`, { headers: bearer });
    await whole.arrayBuffer();
    const etag = whole.headers.get('etag') ?? '';
    expect(await headersOf(path, { headers: bearer })).toEqual({ status: 200, ...FILE });
    expect(await headersOf(path, { headers: { ...bearer, range: 'bytes=0-9' } })).toEqual({
      status: 206,
      ...FILE,
    });
    expect(await headersOf(path, { headers: { ...bearer, 'if-none-match': etag } })).toEqual({
      status: 304,
      ...FILE,
    });
  });

  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'a body longer than it may be',
      'POST /api/v1/public/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['an expectation', 'GET /livez HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n', 200],
    ['an upgrade to elsewhere', upgrade('/elsewhere', 'Connection: close'), 404],
    ['a handshake without its key', upgrade(SIGNALLING_PATH), 400],
  ])('the answer to %s', async (_, bytes, status) => {
    const answer = await sendRaw(server.baseUrl, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
    // Bytes that are no request name no host: the header may or may not hold for subdomains.
    expect(answer).toMatch(/\r\nStrict-Transport-Security: max-age=31536000(; includeSubDomains)?\r\n/);
    expect(answer).toContain(`\r\nContent-Security-Policy: ${POLICY}\r\n`);
    expect(answer).toContain('\r\nReferrer-Policy: no-referrer\r\n');
    expect(answer).toContain('\r\nCache-Control: no-store\r\n');
  });

  it('what a process that only runs jobs answers', async () => {
    const { context } = server;
    const app = createWorkerApp(context, createHealth(context));
    const worker = await listenHttp(app, { port: 0, host: '127.0.0.1' }, context);
    for (const path of ['/livez', '/nothing']) {
      const { headers } = await fetch(`http://127.0.0.1:${worker.port}${path}`);
      expect([headers.get('x-content-type-options'), headers.get('strict-transport-security')]).toEqual([
        'nosniff',
        HSTS,
      ]);
    }
    await worker.close();
  });
});

it('no page of another origin may read a reply, but of an upload, which shows what its token opens and no more', async () => {
  const readersOf = async (path: string, method: string) => {
    const { headers } = await fetch(`${server.baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: { origin: 'https://evil.example' },
    });
    return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
  };
  const others = [
    ...listRoutes().map(({ route }) => [route.path.replace(/:[^/]+/g, ID), route.method] as const),
    ...['/', '/docs', '/metrics', '/livez', '/verify', '/sign', '/nothing', `/join/${ID}`].map(
      (path) => [path, 'GET'] as const,
    ),
    ['/api/v1/public/sessions', 'OPTIONS'] as const,
  ];
  const uploads = others.filter(([path]) => path.startsWith('/v1/field/uploads'));
  for (const [path, method] of others.filter((each) => !uploads.includes(each)))
    expect([path, method, await readersOf(path, method)]).toEqual([path, method, [null, null]]);
  for (const method of ['OPTIONS', 'POST'])
    expect(await readersOf('/v1/field/uploads', method)).toEqual(['*', null]);
});

it.each([
  ['/api/v1/public/sessions', { method: 'GET' }, 401],
  ['/api/v1/public/sessions', { method: 'PUT' }, 405],
  ['/v1/nothing', {}, 404],
  ['/nothing', { headers: { accept: 'text/html' } }, 404],
  ['/nothing/%ff', {}, 404],
  ['/docs', { method: 'DELETE' }, 405],
  ['/v1/field/uploads', { method: 'DELETE' }, 401],
])('no cache keeps what refuses: %s %o', async (path, init, status) => {
  const answer = await fetch(`${server.baseUrl}${path}`, init);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
});

it('without https no browser is told to come back over it', async () => {
  server.context.config.baseUrl = server.baseUrl;
  expect(await headersOf('/livez')).toEqual({ status: 200, ...SAFE, hsts: null, policy: POLICY });
  server.context.config.baseUrl = 'https://inspections.example';
});
