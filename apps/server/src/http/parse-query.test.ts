import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi } from '../testing/call-api.ts';
import { joinSession } from '../testing/join-session.ts';
import { sendRaw } from '../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const REFUSED = {
  status: 400,
  body: { code: 'validation_error', errors: [{ path: 'query', code: 'invalid_encoding' }] },
};

test.each(['%ED%A0%80', '%C3', '%FF', '%C0%80', '%', '%zz'])(
  '400: a query that is not percent-encoded UTF-8, on either side of the API: %s',
  async (text) => {
    expect(await callApi(server, `GET /sessions?campaign=${text}`)).toMatchObject(REFUSED);
    expect(await callApi(server, `GET /sessions/x?${text}=1`)).toMatchObject(REFUSED);
    const device = await joinSession(server);
    const photo = await device.send(`/photos?slot=${text}`, Buffer.from('x'), {
      'content-type': 'image/jpeg',
    });
    expect(photo).toMatchObject(REFUSED);
  },
);

test('400: bytes that are not encoded at all', async () => {
  const head = ['GET /api/v1/public/sessions?campaign=\xed\xa0\x80 HTTP/1.1', 'Host: x', 'Connection: close'];
  const credential = `Authorization: Bearer ${server.seed.apiKey}`;
  expect(await sendRaw(server.baseUrl, [...head, credential, '\r\n'].join('\r\n'))).toMatch(
    /^HTTP\/1\.1 400 /,
  );
});

test.each([
  ['limit=5&limit=6', 'limit'],
  ['status=open&status=closed', 'status'],
  ['metadata[order]=1&metadata[order]=2', 'metadata.order'],
  ['metadata=x&metadata[order]=1', 'metadata'],
  ['reference=a&reference=b&reference=c', 'reference'],
])(
  'a parameter that is given twice is told so in one sentence, and not that it is a list: %s',
  async (query, name) => {
    const { body } = await callApi(server, `GET /sessions?${query}`);
    const message = 'is given more than once: send it once';
    expect(body.detail).toBe(`query.${name}: ${message}`);
    expect(body.errors).toMatchObject([{ path: `query.${name}`, message }]);
  },
);

test.each([
  ['metadata[]=1', 'metadata[]', '; did you mean metadata?'],
  ['metadata[a][b]=1', 'metadata[a][b]', ''],
  ['metadata[a][__proto__]=1', 'metadata[a][__proto__]', ''],
  ['limit[]=1', 'limit[]', '; did you mean limit?'],
])('400: brackets that hold no one key are told as they were sent: %s', async (query, name, meant) => {
  const { status, body } = await callApi(server, `GET /sessions?${query}`);
  const message = `is not known here${meant}`;
  expect([status, body.detail]).toEqual([400, `query.${name}: ${message}`]);
  expect(body.errors).toMatchObject([{ path: `query.${name}`, message }]);
});

test('what is percent-encoded arrives as it was sent', async () => {
  const device = await joinSession(server);
  const { body } = await callApi(server, `GET /sessions?campaign=${encodeURIComponent('Dächer + 100 % 😀')}`);
  expect(body.errors.map(({ path }) => path)).toEqual(['query.campaign']);
  expect((await device.call('GET', '/evidence?limit=1')).status).toBe(200);
});

test('what is percent-encoded is decoded once, and before it is judged', async () => {
  const find = async (text: string) =>
    (await callApi(server, `GET /sessions?metadata[code]=${text}`)).body.data as unknown[];
  await server.client.sessions.create({ metadata: { code: '%41+B' } });
  expect(await find('%2541%2BB')).toHaveLength(1);
  expect(await find('%41+B')).toEqual([]);
  expect(await find('A+B')).toEqual([]);
  const { status, body } = await callApi(server, 'GET /sessions?metadata[code]=a%00b');
  expect([status, body.errors]).toMatchObject([400, [{ path: 'query.metadata.code' }]]);
});

test('name[key]=value is a pair of an object, however its brackets are written; nothing else of it is taken', async () => {
  await server.client.sessions.create({ metadata: { order: '47 11' } });
  const list = async (query: string) => {
    const { status, body } = await callApi(server, `GET /sessions?${query}`);
    return status === 200
      ? (body.data as unknown[]).length
      : body.errors.map(({ path, code }) => [path, code]);
  };
  expect(await list('metadata[order]=47%2011')).toBe(1);
  expect(await list('metadata%5Border%5D=47+11')).toBe(1);
  expect(await list('metadata[order]=other')).toBe(0);
  expect(await list('metadata=x')).toEqual([['query.metadata', 'invalid_type']]);
  expect(await list('metadata[order]=1&metadata[order]=2')).toEqual([
    ['query.metadata.order', 'invalid_type'],
  ]);
  expect(await list('metadata=x&metadata[order]=1')).toEqual([['query.metadata', 'invalid_type']]);
  expect(await list('metadata[]=1')).toEqual([['query.metadata[]', 'unrecognized_keys']]);
  expect(await list('metadata[a][b]=1')).toEqual([['query.metadata[a][b]', 'unrecognized_keys']]);
  expect(await list('metadata[__proto__]=1')).toEqual([['query.metadata.__proto__', 'invalid_key']]);
  expect(await list('status[x]=open')).toEqual([['query.status', 'invalid_value']]);
  expect(await list('color[x]=1')).toEqual([['query.color', 'unrecognized_keys']]);
  expect(await list('[order]=1')).toEqual([['query.[order]', 'unrecognized_keys']]);
});
