import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectSignalling } from '../../testing/connect-signalling.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('the list of sessions finds those of which a field person is connected now, or those of which nobody is', async () => {
  const { sessions, participants } = server.client;
  const [shown, joined] = [await sessions.create(), await sessions.create()];
  const join = async (id: string) => (await joinByLink((await participants.create(id)).join_url)).body;
  const { token } = (await join(shown.id)).media_connection;
  await join(joined.id);
  const operator = await sessions.createMediaConnection(joined.id);
  const watching = await connectSignalling(server.baseUrl, { token: operator.token });
  const find = async (live: boolean) =>
    (await sessions.list({ status: 'open', live }).toArray({ limit: 50 })).map(({ id }) => id);
  expect(await find(true)).toEqual([]);
  const phone = await connectSignalling(server.baseUrl, { token });
  await expect.poll(() => find(true), { timeout: 20_000 }).toEqual([shown.id]);
  expect(await find(false)).toEqual([joined.id]);
  await phone.close();
  await expect.poll(() => find(true), { timeout: 20_000 }).toEqual([]);
  await watching.close();
});
