import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('the list of sessions finds those that are scheduled within a time, and none without an appointment', async () => {
  const { sessions } = server.client;
  const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString();
  const soon = await sessions.create({ scheduled_for: inHours(1) });
  server.clock.advance(60_000);
  const later = await sessions.create({ scheduled_for: inHours(48) });
  server.clock.advance(60_000);
  await sessions.create();
  const find = async (query: Parameters<typeof sessions.list>[0]) =>
    (await sessions.list(query).toArray({ limit: 50 })).map(({ id }) => id);
  const [from, until] = [soon.scheduled_for!, later.scheduled_for!];
  expect(await find({ scheduled_after: from })).toEqual([later.id, soon.id]);
  expect(await find({ scheduled_after: from, limit: 1 })).toEqual([later.id, soon.id]);
  expect(await find({ scheduled_after: from, scheduled_before: until })).toEqual([soon.id]);
  expect(await find({ scheduled_before: from })).toEqual([]);
  await sessions.update(soon.id, { scheduled_for: null });
  expect(await find({ scheduled_before: inHours(100) })).toEqual([later.id]);
});
