import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApi } from '../testing/call-api.ts';
import { joinSession } from '../testing/join-session.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a table that is altered under open connections is an error to no client, whatever they read and write', async () => {
  const device = await joinSession(server);
  const path = `/sessions/${device.sessionId}`;
  const askAll = async (round: number): Promise<number[]> => {
    const replies = await Promise.all([
      ...Array.from({ length: 8 }, () => callApi(server, `GET ${path}`)),
      ...Array.from({ length: 4 }, () => callApi(server, 'GET /sessions')),
      ...Array.from({ length: 2 }, () => callApi(server, `GET ${path}/participants`)),
      ...Array.from({ length: 4 }, () => callApi(server, 'POST /sessions', { body: {} })),
      callApi(server, `PATCH ${path}`, { body: { notes: `round ${round}` } }),
      device.call('GET', '/session'),
    ]);
    return [...new Set(replies.map(({ status }) => Math.floor(status / 100)))];
  };
  // Eight rounds, so that plans are kept on every connection.
  for (let round = 0; round < 8; round++) expect(await askAll(round)).toEqual([2]);
  for (const table of ['sessions', 'credentials', 'organisations', 'participants', 'idempotency_keys']) {
    await server.context.database.pool.query(`alter table ${table} add column later text`);
    expect(await askAll(100)).toEqual([2]);
  }
});
