import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../../testing/call-api.ts';
import { connectSignalling } from '../../../testing/connect-signalling.ts';
import { makeAttempt, signInAs, callerWith } from '../../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { openDirectory, PATCH } from './testing/open-directory.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const PUBLIC = '/api/v1/public';

it.each([
  [
    'deactivates',
    'PATCH',
    { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] },
  ],
  ['deletes', 'DELETE', undefined],
])(
  'whom a directory %s is out of pages and keys once it is answered, is put out of live rooms, and signs in by nothing',
  async (_, method, body) => {
    const { call, client, organisationId, addUser } = await openDirectory(server);
    const person = await signInAs(server, 'inspector', { organisationId });
    const { id, member } = await addUser(person.email);
    expect(member).toBe(person.memberId);
    const { api_key: apiKey } = await client.credentials.create({
      name: 'key',
      scopes: ['org:read'],
      member,
    });
    const session = await person.call('POST /sessions', { root: PUBLIC });
    const path = `/sessions/${(session.body as { id: string }).id}/media`;
    const { token } = (await person.call(`POST ${path}`, { root: PUBLIC })).body as unknown as {
      token: string;
    };
    const socket = await connectSignalling(server.baseUrl, { token });
    expect(await socket.next()).toMatchObject({ type: 'welcome' });
    const asKey = () => callApi(server, 'GET /org', { apiKey, root: '/v1' });
    expect([(await person.call('GET /me')).status, (await asKey()).status]).toEqual([200, 200]);

    expect((await call(`${method} /Users/${id}`, body)).status).toBeLessThan(300);
    const out = [await person.call('GET /me'), await person.call('POST /sessions', { root: PUBLIC })];
    expect([...out, await asKey()].map(outcomeOf)).toEqual(Array(3).fill('401 unauthenticated'));
    await socket.closed;
    await (
      await connectSignalling(server.baseUrl, { token })
    ).closed;
    const cookie = await makeAttempt(server.context, {
      email: person.email,
      code: '123456',
      isProven: false,
    });
    const code = { body: { code: '123456' } };
    expect((await callerWith(server, cookie)('POST /sign-in/code', code)).status).not.toBe(200);
  },
);
