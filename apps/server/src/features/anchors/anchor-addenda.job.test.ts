import { verifyTimestamp } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnchorWorld, openAnchorWorld } from '../../testing/open-anchor-world.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { appendAddendum } from '../audit/exports/append-entry.ts';
import { anchorAddendaHead, anchorChain } from './anchor-head.job.ts';
import { anchorAddenda } from './anchor-addenda.job.ts';
import { getEvidenceSummary } from './summary-routes.ts';

const MINUTE_MS = 60_000;

let world: AnchorWorld;
beforeAll(async () => {
  world = await openAnchorWorld();
});
afterAll(() => world.close());
// The frozen head has its anchors in time, so that all later anchors are of the addenda.
beforeEach(async () => {
  await world.startSession();
  await world.endSession();
  await world.freeze();
  for (const { url } of [world.good, world.other]) {
    await anchorChain.run(world.server.context, world.keyOf(url));
  }
  await world.server.context.database.pool.query('delete from graphile_worker._private_jobs');
});

const run = () => runDueJobs(world.server.context);
const sessionKey = () => {
  const { organisation_id, session_id } = world.keyOf('');
  return { organisation_id, session_id };
};
const append = () =>
  world.server.context.transact(async (tx) => {
    const { organisation_id, session_id } = sessionKey();
    appendAddendum(world.server.context, tx, {
      organisationId: organisation_id,
      sessionId: session_id,
      kind: 'report.ready',
      payload: {},
    });
  });
const readAddenda = async () => (await world.summarize()).addenda;
const listRows = () =>
  world.server.context.database.prisma.addendaAnchor.findMany({
    where: sessionKey(),
    orderBy: [{ sequence: 'asc' }, { authority: 'asc' }],
  });
const countRequests = () => world.good.requestCount() + world.other.requestCount();

describe('anchor-addenda', () => {
  it('anchors the head at once: a token of each authority, which verifies for it', async () => {
    await append();
    await run();
    const { head, length, anchors } = await readAddenda();
    expect(length).toBe(1);
    expect(anchors.map(({ authority }) => authority)).toEqual([world.good.url, world.other.url].sort());
    for (const { authority, token, sequence, status, demo } of anchors) {
      expect([sequence, status, demo]).toEqual([1, 'anchored', false]);
      const verdict = await verifyTimestamp(Uint8Array.from(Buffer.from(token!, 'base64')), {
        digest: Uint8Array.from(Buffer.from(head!, 'hex')),
        roots: [world.good, world.other].filter(({ url }) => url === authority).map(({ root }) => root),
        now: world.server.clock.now(),
      });
      expect(verdict.valid).toBe(true);
    }
  });

  it('asks each authority at most once a minute while they grow, and then for the head as it is', async () => {
    const before = countRequests();
    await append();
    await run();
    expect(countRequests() - before).toBe(2);
    for (let second = 1; second < 60; second++) {
      world.server.clock.advance(1_000);
      await append();
      await run();
    }
    expect(countRequests() - before).toBe(2);
    world.server.clock.advance(1_000);
    await run();
    expect(countRequests() - before).toBe(4);
    expect((await listRows()).map(({ sequence }) => sequence)).toEqual([1, 1, 60, 60]);
    expect((await readAddenda()).anchors.map(({ sequence }) => sequence)).toEqual([60, 60]);
  });

  it('asks at once again after a quiet minute, and no more when nothing grows', async () => {
    await append();
    await run();
    const before = countRequests();
    world.server.clock.advance(MINUTE_MS);
    expect(await run()).toEqual([]);
    await append();
    await run();
    expect(countRequests() - before).toBe(2);
    world.server.clock.advance(10 * MINUTE_MS);
    expect(await run()).toEqual([]);
    expect(countRequests() - before).toBe(2);
  });

  it('adds no entry, sends no session.anchored and asks for no further anchor', async () => {
    const events = await world.listEvents();
    await append();
    await run();
    world.server.clock.advance(MINUTE_MS);
    expect(await run()).toEqual([]);
    const { length, anchors } = await readAddenda();
    expect([length, anchors.every(({ status }) => status === 'anchored')]).toEqual([1, true]);
    expect(await world.listEvents()).toEqual(events);
  });

  it('asks once, though it runs five times at once, and answers come twice', async () => {
    await append();
    await Promise.all(Array.from({ length: 5 }, () => anchorAddenda.run(world.server.context, sessionKey())));
    expect(await listRows()).toHaveLength(2);
    const key = { ...world.keyOf(world.good.url), sequence: 1 };
    await Promise.all([1, 2, 3].map(() => anchorAddendaHead.run(world.server.context, key)));
    const [row] = (await listRows()).filter(({ authority }) => authority === world.good.url);
    expect([row!.status, row!.attempt_count]).toEqual(['anchored', 1]);
    const asked = world.good.requestCount();
    await anchorAddendaHead.run(world.server.context, key);
    expect(world.good.requestCount()).toBe(asked);
  });

  it('tries again an authority that is down, as for the frozen head, and says so', async () => {
    world.other.answer('an error');
    await append();
    await run();
    const [pending] = (await readAddenda()).anchors.filter(({ authority }) => authority === world.other.url);
    expect(pending).toMatchObject({ status: 'pending', error: expect.stringContaining('503') as string });
    world.other.answer(undefined);
    world.server.clock.advance(MINUTE_MS);
    expect(await run()).toEqual(['anchor-addenda-head']);
    expect((await readAddenda()).anchors.map(({ status }) => status)).toEqual(['anchored', 'anchored']);
  });

  it('gives up what an authority owes for an earlier head once it is asked for a later one', async () => {
    world.other.answer('an error');
    await append();
    await run();
    world.server.clock.advance(MINUTE_MS);
    await append();
    await run();
    const ofOther = (await listRows()).filter(({ authority }) => authority === world.other.url);
    expect(ofOther.map(({ sequence, status }) => [sequence, status])).toEqual([[2, 'pending']]);
    world.other.answer(undefined);
    world.server.clock.advance(MINUTE_MS);
    await run();
    expect((await readAddenda()).anchors.map(({ sequence, status }) => [sequence, status])).toEqual([
      [2, 'anchored'],
      [2, 'anchored'],
    ]);
  });

  it('shows the last token of an authority beside what it owes for a later head', async () => {
    await append();
    await run();
    world.other.answer('an error');
    world.server.clock.advance(MINUTE_MS);
    await append();
    await run();
    const ofOther = (await readAddenda()).anchors.filter(({ authority }) => authority === world.other.url);
    expect(ofOther.map(({ sequence, status }) => [sequence, status])).toEqual([
      [1, 'anchored'],
      [2, 'pending'],
    ]);
  });

  it('does nothing without addenda, and anchors nowhere when no authority is configured', async () => {
    await anchorAddenda.run(world.server.context, sessionKey());
    await append();
    await anchorAddenda.run({ ...world.server.context, timestampAuthorities: [] }, sessionKey());
    expect(await listRows()).toEqual([]);
  });

  it('keeps its rows in place once they are anchored, by the database', async () => {
    await append();
    await run();
    for (const statement of [
      "update addenda_anchors set status = 'pending', token = null",
      'delete from addenda_anchors',
    ]) {
      await expect(world.server.context.database.pool.query(statement)).rejects.toThrow('append-only');
    }
  });

  it("has nothing to show of another organisation's session", async () => {
    await append();
    const other = await seedOrganisation(world.server.context);
    const foreign = { organisationId: other.organisationId, sessionId: sessionKey().session_id };
    await expect(getEvidenceSummary(world.server.context, foreign)).rejects.toMatchObject({
      code: 'not_found',
    });
    await anchorAddenda.run(world.server.context, {
      organisation_id: other.organisationId,
      session_id: sessionKey().session_id,
    });
    expect(await listRows()).toEqual([]);
  });
});
