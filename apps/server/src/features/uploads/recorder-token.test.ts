import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOKEN_TTL_MS } from '../../platform/media-connection.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { openRecorder } from '../../testing/open-recorder.ts';
import { revokeCredential } from '../../testing/revoke-credential.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const recordByPage = async (apiKey = server.seed.apiKey) => {
  const device = await openRecorder(server).record();
  const client = server.client.withOptions({ apiKey });
  const { token } = await client.sessions.createMediaConnection(device.sessionId);
  return { ...device, mediaToken: token, page: openRecorder(server, token) };
};

const refusalOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

const createKey = () =>
  createCredential(server.context, {
    organisationId: server.seed.organisationId,
    scopes: ['sessions:write'],
    operatorEmail: 'operator@example.com',
    name: 'recorder',
  });

test('an operator’s page feeds the recording of its session by the token of its media connection, until the grace is over', async () => {
  const { sessionId, page } = await recordByPage();
  const { url } = await page.begin(sessionId);
  expect((await page.feed(url, { offset: 0, body: randomBytes(500) })).status).toBe(204);
  await server.client.sessions.end(sessionId);
  const last = await page.feed(url, { offset: 500, body: randomBytes(500), length: 1_000 });
  expect([last.status, last.headers.get('evidence-status')]).toEqual([204, 'pending']);
  expect(await page.rowOf(url)).toMatchObject({ session_id: sessionId, participant_id: null });
});

test('the token names its session: none else is recorded by it, nor is an upload of another one there', async () => {
  const [own, other] = [await recordByPage(), await recordByPage()];
  const { response } = await own.page.begin(other.sessionId);
  expect(await refusalOf(response)).toEqual([404, 'not_found']);
  const { url } = await other.page.begin(other.sessionId);
  const part = await own.page.feed(url, { offset: 0, body: randomBytes(10) });
  expect(await refusalOf(part)).toEqual([404, 'not_found']);
});

test('the token rests on the key that it was made with: revoked, it neither asks nor brings a part more', async () => {
  const { id, api_key: apiKey } = await createKey();
  const { sessionId, page } = await recordByPage(apiKey);
  const { url } = await page.begin(sessionId);
  expect((await page.feed(url, { offset: 0, body: randomBytes(10) })).status).toBe(204);
  await revokeCredential(server.context, { credentialId: id });
  expect((await page.call('HEAD', url, {})).status).toBe(401);
  expect(await refusalOf(await page.feed(url, { offset: 10, body: randomBytes(10) }))).toEqual([
    401,
    'unauthenticated',
  ]);
});

test('neither a field person’s media token, nor one that is altered or old, uploads anything', async () => {
  const { sessionId, mediaToken, call } = await recordByPage();
  const { media_connection: own } = (await call('GET', '/session')).body as {
    media_connection?: { token: string };
  };
  const begin = async (token: string) =>
    refusalOf((await openRecorder(server, token).begin(sessionId)).response);
  expect(await begin(own!.token)).toEqual([401, 'unauthenticated']);
  expect(await begin(`x${mediaToken}`)).toEqual([401, 'unauthenticated']);
  server.clock.advance(TOKEN_TTL_MS);
  expect(await begin(mediaToken)).toEqual([401, 'unauthenticated']);
});

test('the token lets to no other route', async () => {
  const { sessionId, mediaToken } = await recordByPage();
  const paths = [`/api/v1/public/sessions/${sessionId}`, '/v1/field/session'];
  for (const path of paths) {
    const headers = { authorization: `Bearer ${mediaToken}` };
    expect((await fetch(server.baseUrl + path, { headers })).status).toBe(401);
  }
});

test('the page and a key of the same credential begin one recording under one Idempotency-Key', async () => {
  const { sessionId, page } = await recordByPage();
  const key = { 'idempotency-key': 'recording-1' };
  const { url } = await page.begin(sessionId, key);
  expect((await openRecorder(server).begin(sessionId, key)).url).toBe(url);
});
