import { verifyChain, type AuditEntry } from '@field-inspection/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { appendAddendum, freezeChain } from './exports/append-entry.ts';
import { listAddenda, listChain } from './chain-routes.ts';

let server: TestServer;
let sessionId: string;
beforeAll(async () => {
  server = await startTestServer();
  sessionId = (await server.client.sessions.create({})).id;
  const key = { organisationId: server.seed.organisationId, sessionId };
  await server.context.transact(async (tx) => freezeChain(tx, key));
  for (const kind of ['report.ready', 'signature.applied', 'report.ready']) {
    await server.context.transact(async (tx) =>
      appendAddendum(server.context, tx, { ...key, kind, payload: {} }),
    );
  }
});
afterAll(() => server.close());

const list = (query: { limit: number; cursor?: string }, id = sessionId) =>
  listAddenda(server.context, { organisationId: server.seed.organisationId, sessionId: id, query });

describe('listAddenda', () => {
  it('gives every entry as it was hashed, last first, page by page; together they verify', async () => {
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.next_cursor! });
    expect([first.has_more, second.has_more, second.next_cursor]).toEqual([true, false, null]);
    const entries = [...first.data, ...second.data];
    expect(entries.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
    const chain = await server.client.evidence.listChain(sessionId);
    const verdict = await verifyChain(entries.toReversed(), { genesis: chain.data[0]!.hash });
    expect(verdict).toMatchObject({ valid: true, length: 3 });
    const shown = await server.client.evidence.listAddenda(sessionId);
    expect(shown.data as unknown as AuditEntry[]).toEqual(entries);
  });

  it("knows nothing of a session that is missing or another organisation's, and takes no cursor of the chain", async () => {
    const other = await seedOrganisation(server.context);
    const foreign = { organisationId: other.organisationId, sessionId, query: { limit: 5 } };
    await expect(listAddenda(server.context, foreign)).rejects.toMatchObject({ code: 'not_found' });
    await expect(list({ limit: 5 }, server.context.ids.next())).rejects.toMatchObject({ code: 'not_found' });
    const open = await server.client.sessions.create({});
    await server.client.sessions.update(open.id, { notes: 'x' });
    const { next_cursor } = await listChain(server.context, {
      organisationId: server.seed.organisationId,
      sessionId: open.id,
      query: { limit: 1 },
    });
    await expect(list({ limit: 1, cursor: next_cursor! }, open.id)).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });

  it('gives an empty page for a session without any', async () => {
    const { id } = await server.client.sessions.create({});
    expect(await list({ limit: 5 }, id)).toEqual({ data: [], has_more: false, next_cursor: null });
  });
});
