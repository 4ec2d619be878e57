import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../admin/commands.ts';
import { readOptions } from '../../../admin/options.ts';
import { openDemoTimestampAuthority } from '../../../demo/authority/open-demo-timestamp-authority.ts';
import { joinSession } from '../../../testing/join-session.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { runJobsOf } from '../../../testing/run-jobs-of.ts';
import { anchorWhiteboard } from '../anchor-head.job.ts';
import { resumeAnchors } from '../exports/resume-anchors.ts';
import { openWhiteboardWorld, sha256, type WhiteboardWorld } from './testing/open-whiteboard-world.ts';

const WEEK_MS = 7 * 86_400_000;

let world: WhiteboardWorld;
let dir: string;
beforeAll(async () => {
  world = await openWhiteboardWorld();
  dir = await mkdtemp(join(tmpdir(), 'fis-awaited-'));
});
afterAll(async () => {
  await world.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => world.startSession());

const query = (sql: string, values: unknown[] = []) =>
  world.server.context.database.pool.query<{ key: string }>(sql, values);
const boards = () => world.server.client.whiteboards;
const listKeys = async (evidenceId: string) => {
  const { rows } = await query(
    'select key from graphile_worker._private_jobs where key like $1 order by key',
    [`anchor-whiteboard:${evidenceId}:%`],
  );
  return rows.map(({ key }) => key);
};
const admin = (...argv: string[]) =>
  COMMANDS[argv.slice(0, 2).join(' ')]!.run(world.server.context, readOptions(argv));

describe('who has no token says so, and downloads all the same', () => {
  it('where no authority is configured there are no timestamps', async () => {
    const device = await joinSession(world.server);
    const id = await world.draw(device);
    await world.freezeBy({ ...world.server.context, timestampAuthorities: [] }, device);
    expect((await world.download(`${id}.svg`)).length).toBeGreaterThan(0);
    expect(await boards().getTimestamps(`${id}.svg`)).toMatchObject({
      sha256: null,
      timestamps: [],
    });
  });

  it('of an authority that is down it is pending, with the reason, until it answers', async () => {
    for (const authority of [world.good, world.other]) authority.answer('an error');
    const device = await joinSession(world.server);
    const id = await world.draw(device);
    await world.end(device);
    expect((await world.download(`${id}.png`)).length).toBeGreaterThan(0);
    const pending = await boards().getTimestamps(`${id}.png`);
    expect(pending).toMatchObject({
      sha256: null,
      timestamps: Array.from({ length: 2 }, () => ({
        status: 'pending',
        token: null,
        error: 'The authority answered with HTTP status 503.',
      })),
    });
    world.good.answer(undefined);
    world.server.clock.advance(60_000);
    await runDueJobs(world.server.context);
    const { timestamps, ...about } = await boards().getTimestamps(`${id}.png`);
    expect(about.sha256).toBe(sha256(await world.download(`${id}.png`)).toString('hex'));
    expect(timestamps.find(({ authority }) => authority === world.good.url)!.status).toBe('anchored');
    expect(timestamps.find(({ authority }) => authority === world.other.url)!.status).toBe('pending');
  });

  it('a token of the demo authority is marked as one', async () => {
    const { clock, random } = world.server.context;
    const authority = await openDemoTimestampAuthority({ dir, clock, random });
    const demo = { ...world.server.context, timestampAuthorities: [authority] };
    const device = await joinSession(world.server);
    const id = await world.draw(device);
    await world.freezeBy(demo, device);
    await runDueJobs(demo);
    expect((await boards().getTimestamps(`${id}.svg`)).timestamps).toMatchObject([
      { authority: 'demo', demo: true, status: 'anchored' },
    ]);
  });
});

describe('the work that waits for an authority', () => {
  it('is made once, though authorities are asked for it by five jobs at the same time', async () => {
    const device = await joinSession(world.server);
    const id = await world.draw(device);
    await world.freezeBy(world.server.context, device);
    const { evidence_id } = (await world.listRows(device))[0]!;
    const organisation_id = world.server.seed.organisationId;
    const authority = world.good.url;
    const key = { organisation_id, evidence_id, variant: 'svg' as const, authority };
    await Promise.all(Array.from({ length: 5 }, () => anchorWhiteboard.run(world.server.context, key)));
    const rows = (await world.listRows(device)).filter(({ status }) => status === 'anchored');
    expect(rows).toEqual([
      expect.objectContaining({ variant: 'svg', authority: world.good.url, attempt_count: 1 }),
    ]);
    expect(rows[0]!.sha256).toBe(sha256(await world.download(`${id}.svg`)).toString('hex'));
  });

  it('is brought back once where its jobs were lost, and then done', async () => {
    const device = await joinSession(world.server);
    await world.draw(device);
    await world.freezeBy(world.server.context, device);
    const rows = await world.listRows(device);
    await query('delete from graphile_worker._private_jobs');
    await resumeAnchors(world.server.context);
    await resumeAnchors(world.server.context);
    const keys = rows.map((row) => [row.evidence_id, row.variant, row.authority, 0].join(':'));
    expect(await listKeys(rows[0]!.evidence_id)).toEqual(
      keys.map((key) => `anchor-whiteboard:${key}`).sort(),
    );
    await runJobsOf(world.server.context, 'anchor-whiteboard');
    expect((await world.listRows(device)).map(({ status }) => status)).toEqual(
      Array<string>(4).fill('anchored'),
    );
  });

  it('is given up after a week, listed, and retried on demand', async () => {
    world.other.answer('an error');
    const device = await joinSession(world.server);
    await world.draw(device);
    await world.freezeBy(world.server.context, device);
    world.server.clock.advance(WEEK_MS);
    await runJobsOf(world.server.context, 'anchor-whiteboard');
    const failed = (await world.listRows(device)).filter(({ status }) => status === 'failed');
    expect(failed.map(({ variant, authority }) => [variant, authority]).sort()).toEqual([
      ['display', world.other.url],
      ['svg', world.other.url],
    ]);
    expect(await admin('job', 'list')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'anchor-whiteboard',
          id: `anchor-whiteboard:${failed[0]!.evidence_id}:svg:${world.other.url}`,
          tries: 1,
          error: 'The authority answered with HTTP status 503.',
        }),
      ]),
    );
    world.other.answer(undefined);
    expect(await admin('job', 'retry', '--kind', 'anchor-whiteboard')).toEqual({ retried: 2 });
    await runJobsOf(world.server.context, 'anchor-whiteboard');
    expect((await world.listRows(device)).map(({ status }) => status)).toEqual(
      Array<string>(4).fill('anchored'),
    );
  });
});
