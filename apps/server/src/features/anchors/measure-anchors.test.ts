import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { measureAnchors } from './measure-anchors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TSA_URLS: 'http://127.0.0.1:1/a,http://127.0.0.1:2/b' });
});
afterAll(() => server.close());

const scrape = async (): Promise<string> => {
  server.clock.advance(5_000);
  const headers = { authorization: 'Bearer test-metrics-token' };
  return (await fetch(`${server.baseUrl}/metrics`, { headers })).text();
};
const valueOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );

describe('/metrics', () => {
  it('counts pending anchors, the age of the oldest, and each try by its outcome', async () => {
    const empty = await scrape();
    expect([valueOf(empty, 'anchors_pending'), valueOf(empty, 'anchor_oldest_pending_age_seconds')]).toEqual([
      0, 0,
    ]);
    const { id } = await server.client.sessions.create({});
    await server.client.sessions.end(id);
    server.clock.advance(60_000);
    await runDueJobs(server.context);
    server.clock.advance(25_000);
    const text = await scrape();
    expect([valueOf(text, 'anchors_pending'), valueOf(text, 'anchor_oldest_pending_age_seconds')]).toEqual([
      2, 30,
    ]);
    expect(valueOf(text, 'anchor_tries_total{outcome="unreachable"}')).toBe(2);
  });

  it('counts none that was given up', async () => {
    await server.context.database.pool.query("update anchors set status = 'failed'");
    expect(valueOf(await scrape(), 'anchors_pending')).toBe(0);
  });

  it('names no tenant', async () => {
    expect(await scrape()).not.toContain(server.seed.organisationId);
  });

  it('does not fail a scrape when the database is away, and shows nothing old', async () => {
    const prisma = { $queryRaw: () => Promise.reject(new Error('away')) };
    const database = { ...server.context.database, prisma } as never;
    const log = { ...server.context.log, warn: () => {} } as never;
    await measureAnchors({ ...server.context, database, log })();
    expect(await server.context.metrics.registry.metrics()).toMatch(/^anchors_pending NaN$/im);
  });
});
