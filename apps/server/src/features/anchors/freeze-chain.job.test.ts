import { verifyChain } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TimestampAuthority } from '../../platform/tsa-client/timestamp-authority.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { freezeChain } from './freeze-chain.job.ts';

let server: TestServer;
let sessionId: string;

beforeAll(async () => {
  server = await startTestServer({ UPLOAD_GRACE: '60' });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.database.pool.query('delete from graphile_worker._private_jobs');
  sessionId = (await server.client.sessions.create({ notes: 'roof' })).id;
});

const prisma = () => server.context.database.prisma;
const readChain = () => prisma().auditChain.findFirstOrThrow({ where: { session_id: sessionId } });
const listHeads = () => prisma().frozenHead.findMany({ where: { session_id: sessionId } });
const listAnchors = () =>
  prisma().anchor.findMany({ where: { session_id: sessionId }, orderBy: { authority: 'asc' } });
const listJobs = async () => {
  const { rows } = await server.context.database.pool.query<{ identifier: string; payload: object }>(
    `
    select t.identifier, j.payload
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'anchor-chain'
    order by j.id
    `,
  );
  return rows;
};
const authority = (name: string): TimestampAuthority => ({
  name,
  roots: [],
  ask: () => Promise.reject(new Error('not asked here')),
});
const freeze = (names: string[] = []) =>
  freezeChain.run(
    { ...server.context, timestampAuthorities: names.map(authority) },
    { organisation_id: server.seed.organisationId, session_id: sessionId },
  );

const beginUpload = () =>
  prisma().evidence.create({
    data: {
      organisation_id: server.seed.organisationId,
      id: server.context.ids.next(),
      session_id: sessionId,
      kind: 'photo',
      status: 'uploading',
      mime: 'image/jpeg',
      created_at: server.clock.now(),
      updated_at: server.clock.now(),
    },
  });

describe('freeze-chain', () => {
  it('freezes the chain of a session at once when no upload is under way', async () => {
    expect((await server.client.sessions.end(sessionId)).status).toBe('closed');
    expect((await readChain()).frozen_at).toBeNull();
    expect((await runDueJobs(server.context))[0]).toBe('freeze-chain');
    expect((await readChain()).frozen_at).toEqual(server.clock.now());
  });

  it('waits 60 s for an upload that stands still, not a millisecond less or more', async () => {
    await beginUpload();
    expect((await server.client.sessions.end(sessionId)).status).toBe('closed');
    server.clock.advance(59_999);
    expect(await runDueJobs(server.context)).toEqual([]);
    server.clock.advance(1);
    expect((await runDueJobs(server.context))[0]).toBe('freeze-chain');
    expect((await readChain()).frozen_at).toEqual(server.clock.now());
  });

  it('adds nothing: the head is the entry of the end, and the chain verifies up to it', async () => {
    await server.client.sessions.end(sessionId);
    const { head_hash, head_sequence } = await readChain();
    await freeze();
    expect(await readChain()).toMatchObject({ head_hash, head_sequence });
    const rows = await prisma().auditEntry.findMany({
      where: { session_id: sessionId },
      orderBy: { sequence: 'asc' },
    });
    const entries = rows.map(({ organisation_id: _, session_id: __, ...link }) => link);
    expect(entries.at(-1)?.kind).toBe('session.ended');
    const expectedHead = { sequence: head_sequence, hash: head_hash };
    expect(await verifyChain(entries, { expectedHead })).toMatchObject({ valid: true, length: 2 });
  });

  it('keeps the way from the head to the session, once', async () => {
    await server.client.sessions.end(sessionId);
    await freeze();
    const { head_hash, frozen_at } = await readChain();
    expect(await listHeads()).toEqual([
      { head_hash, organisation_id: server.seed.organisationId, session_id: sessionId, frozen_at },
    ]);
    await expect(server.context.database.pool.query('delete from frozen_heads')).rejects.toThrow(
      'append-only',
    );
  });

  it('asks each authority for an anchor: one row with a nonce of its own and one job each', async () => {
    await server.client.sessions.end(sessionId);
    await server.context.database.pool.query('delete from graphile_worker._private_jobs');
    await freeze(['https://a.example.com/', 'https://b.example.com/']);
    const anchors = await listAnchors();
    expect(anchors).toMatchObject([
      { authority: 'https://a.example.com/', status: 'pending', attempt_count: 0, token: null },
      { authority: 'https://b.example.com/', status: 'pending', attempt_count: 0, token: null },
    ]);
    expect(anchors.map(({ nonce }) => nonce.length)).toEqual([8, 8]);
    expect(new Set(anchors.map(({ nonce }) => Buffer.from(nonce).toString('hex'))).size).toBe(2);
    expect(await listJobs()).toEqual(
      anchors.map((anchor) => ({
        identifier: 'anchor-chain',
        payload: {
          organisation_id: server.seed.organisationId,
          session_id: sessionId,
          authority: anchor.authority,
        },
      })),
    );
  });

  it('does so once, though it runs twice, also at the same time, and with other authorities', async () => {
    await server.client.sessions.end(sessionId);
    await server.context.database.pool.query('delete from graphile_worker._private_jobs');
    await Promise.all([1, 2, 3].map(() => freeze(['https://a.example.com/'])));
    const before = [await readChain(), await listHeads(), await listAnchors(), await listJobs()];
    server.clock.advance(1_000);
    await freeze(['https://b.example.com/']);
    expect([await readChain(), await listHeads(), await listAnchors(), await listJobs()]).toEqual(before);
    expect([(await listAnchors()).length, (await listJobs()).length]).toEqual([1, 1]);
  });

  it('leaves nothing behind of a run that fails: neither frozen nor anchored', async () => {
    await server.client.sessions.end(sessionId);
    // Two anchors with one key: the statement fails after the chain was locked.
    const failing = freeze(['https://a.example.com/', '\u0000']);
    await expect(failing).rejects.toThrow();
    expect([(await readChain()).frozen_at, await listHeads(), await listAnchors()]).toEqual([null, [], []]);
  });

  it('anchors nowhere when no authority is configured', async () => {
    await server.client.sessions.end(sessionId);
    await runDueJobs(server.context);
    expect([(await listHeads()).length, await listAnchors()]).toEqual([1, []]);
  });
});
