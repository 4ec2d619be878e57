import { verifyChain } from '@field-inspection/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { listChain } from './chain-routes.ts';

let server: TestServer;
let sessionId: string;
beforeAll(async () => {
  server = await startTestServer();
  sessionId = (await server.client.sessions.create({ notes: 'one' })).id;
  for (const notes of ['two', 'three', 'four']) await server.client.sessions.update(sessionId, { notes });
  await server.client.sessions.end(sessionId);
});
afterAll(() => server.close());

const list = (query: { limit: number; cursor?: string }, id = sessionId) =>
  listChain(server.context, { organisationId: server.seed.organisationId, sessionId: id, query });

describe('listChain', () => {
  it('gives every entry as it was hashed, last first, page by page; together they verify', async () => {
    const entries = [];
    const sizes = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 2, ...(cursor ? { cursor } : {}) });
      entries.push(...page.data);
      sizes.push(page.data.length);
      expect(page.has_more).toBe(page.next_cursor !== null);
      cursor = page.next_cursor;
    } while (cursor);
    expect(sizes).toEqual([2, 2, 1]);
    expect(entries.map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1]);
    expect(await verifyChain(entries.toReversed())).toMatchObject({ valid: true, length: 5 });
  });

  it('repeats nothing when an entry arrives between two pages', async () => {
    const { id } = await server.client.sessions.create({});
    await server.client.sessions.update(id, { notes: 'a' });
    const first = await list({ limit: 1 }, id);
    await server.client.sessions.update(id, { notes: 'b' });
    const second = await list({ limit: 5, cursor: first.next_cursor! }, id);
    expect([...first.data, ...second.data].map(({ sequence }) => sequence)).toEqual([2, 1]);
  });

  it("knows nothing of a session that is missing or another organisation's, and takes no cursor of another", async () => {
    const other = await seedOrganisation(server.context);
    const foreign = { organisationId: other.organisationId, sessionId, query: { limit: 5 } };
    await expect(listChain(server.context, foreign)).rejects.toMatchObject({ code: 'not_found' });
    await expect(list({ limit: 5 }, server.context.ids.next())).rejects.toMatchObject({ code: 'not_found' });
    const { next_cursor } = await list({ limit: 1 });
    const another = await server.client.sessions.create({});
    await expect(list({ limit: 1, cursor: next_cursor! }, another.id)).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });
});
