import { openPolicy, readPolicy, type Route } from '@field-inspection/contract';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCredential } from '../features/credentials/create-credential.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { applyPolicy } from './apply-policy.ts';
import { createAuthenticate } from './authenticate-credential.ts';
import { createAddressLimiter } from './limits/count-address.ts';
import { listenHttp, type HttpListener } from './listen-http.ts';
import { logRequest } from './log-request.ts';
import { sendProblem } from './problem.ts';
import { serveRoutes } from './routes/serve-routes.ts';

// No route is deprecated today: these are made for the test, behind the middleware of app.ts.
const deprecated = { since: '2026-11-20', sunset: '2027-11-20', link: '/docs/errors#not_found' };
const route = (path: string, metadata: object): Route => ({
  method: 'GET',
  path,
  responses: { 200: z.object({}) },
  metadata,
});
const routes = [
  route('/current', readPolicy('sessions:read')),
  route('/old', { ...readPolicy('sessions:read'), deprecated }),
  route('/old-open', { ...openPolicy(), deprecated }),
  route('/old-failing', { ...openPolicy(), deprecated }),
  route('/old-forbidden', { ...readPolicy('org:write'), deprecated }),
];

let server: TestServer;
let listener: HttpListener;
beforeAll(async () => {
  server = await startTestServer();
  listener = await listenHttp(openApp(server), { port: 0, host: '127.0.0.1' }, server.context);
});
afterAll(async () => {
  await listener.close();
  await server.close();
});

const openApp = ({ context }: TestServer) => {
  const app = express();
  app.use(logRequest(context));
  const ok = () => Promise.resolve({ status: 200 as const, body: {} });
  const fail = () => Promise.reject(new Error('told to fail'));
  const policy = applyPolicy(context, {
    limiter: createAddressLimiter(context),
    authenticate: createAuthenticate(context),
    readSigner: async () => undefined,
    readFieldSession: () => Promise.resolve(undefined),
    readLeftFieldSession: () => Promise.resolve(undefined),
  });
  const endpoints = routes.map((each) => ({ route: each, handle: each.path === '/old-failing' ? fail : ok }));
  serveRoutes(app, endpoints, policy);
  app.use(sendProblem(context));
  return app;
};

const call = async (path: string, apiKey?: string) => {
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  const { status, headers: given } = await fetch(`http://127.0.0.1:${listener.port}${path}`, { headers });
  const [deprecation, sunset, link] = ['deprecation', 'sunset', 'link'].map((name) => given.get(name));
  return { status, deprecation, sunset, link };
};

const TOLD = {
  deprecation: `@${Date.UTC(2026, 10, 20) / 1000}`,
  sunset: 'Sat, 20 Nov 2027 00:00:00 GMT',
  link: '</docs/errors#not_found>; rel="deprecation"',
};

describe('a deprecated route tells so on', () => {
  it.each([
    ['a success', '/old', 200],
    ['a success without a credential', '/old-open', 200],
    ['a refused credential', '/old', 401],
    ['a missing scope', '/old-forbidden', 403],
    ['a fault', '/old-failing', 500],
  ])('%s', async (outcome, path, status) => {
    const apiKey = outcome === 'a refused credential' ? 'fis_unknown' : await makeKey();
    expect(await call(path, apiKey)).toEqual({ status, ...TOLD });
  });
});

it('another route says nothing of it', async () => {
  const silent = { deprecation: null, sunset: null, link: null };
  expect(await call('/current', server.seed.apiKey)).toEqual({ status: 200, ...silent });
});

/** A key that may read sessions and nothing else. */
const makeKey = async () => {
  const { api_key } = await createCredential(server.context, {
    organisationId: server.seed.organisationId,
    name: 'reader',
    scopes: ['sessions:read'],
    operatorEmail: 'operator@example.com',
  });
  return api_key;
};
