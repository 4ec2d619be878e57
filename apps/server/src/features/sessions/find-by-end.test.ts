import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Query = {
  type?: string;
  outcome?: 'accepted' | 'rejected' | 'none';
  ended_after?: string;
  ended_before?: string;
  limit?: number;
};

it.each(['sessions', 'inspections'] as const)(
  'the list of %s filters by type, outcome, ended_after and ended_before, and its cursors hold',
  async (family) => {
    const { sessions, v1 } = server.client;
    const word = `roof of ${family}`;
    const first = await sessions.create({ type: word });
    server.clock.advance(60_000);
    const second = await sessions.create({ type: 'wall' });
    const open = await sessions.create({ type: 'wall' });
    const { ended_at } = await sessions.end(first.id);
    const at = ended_at!;
    await sessions.setOutcome(first.id, { outcome: family === 'sessions' ? 'accepted' : 'rejected' });
    server.clock.advance(60_000);
    await sessions.end(second.id);
    const find = async (query: Query) => {
      const list = family === 'sessions' ? sessions.list(query) : v1.inspections.list(query);
      return (await list.toArray({ limit: 50 })).map(({ id }) => id);
    };
    expect(await find({ type: word })).toEqual([first.id]);
    expect(await find({ type: 'roof' })).toEqual([]);
    expect(await find({ outcome: family === 'sessions' ? 'accepted' : 'rejected' })).toEqual([first.id]);
    const unjudged = await find({ outcome: 'none' });
    expect([first, second, open].map(({ id }) => unjudged.includes(id))).toEqual([false, true, false]);
    expect(await find({ ended_after: at })).toEqual([second.id, first.id]);
    expect(await find({ ended_after: at, limit: 1 })).toEqual([second.id, first.id]);
    const later = new Date(Date.parse(at) + 1).toISOString();
    expect(await find({ ended_after: at, ended_before: later })).toEqual([first.id]);
    expect(await find({ ended_before: at, type: word })).toEqual([]);
    expect(await find({ type: 'wall', ended_after: at })).toEqual([second.id]);
    expect(await find({ ended_after: '2000-01-01T00:00:00Z' })).not.toContain(open.id);
  },
);
