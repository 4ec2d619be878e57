import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorOrgChains } from '../../features/anchors/anchor-org-chains.job.ts';
import { joinSession } from '../../testing/join-session.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import {
  startTimestampAuthority,
  type TimestampAuthorityServer,
} from '../../testing/start-timestamp-authority.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { verifyRestore } from './verify-restore.ts';

let server: TestServer;
let authority: TimestampAuthorityServer;
beforeAll(async () => {
  authority = await startTimestampAuthority({ now: () => server.clock.now() });
  server = await startTestServer({ TSA_URLS: authority.url });
});
afterAll(async () => {
  await server.close();
  await authority.close();
});

const listWrong = async (readsObjects = false): Promise<string[]> =>
  (await verifyRestore(server.context, { readsObjects }))
    .filter(({ state }) => state === 'wrong')
    .map(({ words }) => words);

const asOwner = async (statement: string, table: string) => {
  const { pool } = server.context.database;
  await pool.query(`alter table ${table} disable trigger user`);
  await pool.query(statement);
  await pool.query(`alter table ${table} enable trigger user`);
};

describe('verifyRestore', () => {
  it("tells the entry of an organisation's own chain that was changed, and a token that is of another entry", async () => {
    const { prisma } = server.context.database;
    const { organisationId } = server.seed;
    await server.client.org.update({ name: 'First' });
    await anchorOrgChains.run(server.context, {});
    await runDueJobs(server.context);
    const anchor = await prisma.orgAnchor.findFirstOrThrow({
      where: { organisation_id: organisationId, status: 'anchored' },
    });
    await server.client.org.update({ name: 'Second' });
    const where = `where organisation_id = '${organisationId}'`;
    const first = await prisma.orgEntry.findFirstOrThrow({ where: { organisation_id: organisationId } });
    await asOwner(
      `update org_entries set occurred_at = '2020-01-01T00:00:00.000Z' ${where} and sequence = 1`,
      'org_entries',
    );
    expect(await listWrong()).toEqual([
      expect.stringContaining(
        `The own chain of the organisation ${organisationId} fails. Entry 1 was changed after it was hashed.`,
      ),
    ]);
    await asOwner(
      `update org_entries set occurred_at = '${first.occurred_at}' ${where} and sequence = 1`,
      'org_entries',
    );
    const move = (from: number, to: number) =>
      asOwner(`update org_anchors set sequence = ${to} ${where} and sequence = ${from}`, 'org_anchors');
    await move(anchor.sequence, anchor.sequence + 1);
    expect(await listWrong()).toEqual([
      expect.stringContaining(
        `The token of ${anchor.authority} for the organisation ${organisationId} fails. The token is for other data.`,
      ),
    ]);
    await move(anchor.sequence + 1, anchor.sequence);
    expect(await listWrong()).toEqual([]);
  });

  it('misses no object of a session that was redacted', async () => {
    const device = await joinSession(server);
    await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
    await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
    await server.client.sessions.end(device.sessionId);
    await runDueJobs(server.context);
    await server.client.sessions.redact(device.sessionId);
    await runDueJobs(server.context);
    expect(await server.client.sessions.get(device.sessionId)).toMatchObject({
      redacted_at: expect.any(String) as string,
    });
    expect(await listWrong(true)).toEqual([]);
  });
});
