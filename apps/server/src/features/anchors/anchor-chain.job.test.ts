import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verifyTimestamp } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import { openDemoTimestampAuthority } from '../../demo/authority/open-demo-timestamp-authority.ts';
import { openAnchorWorld, type AnchorWorld } from '../../testing/open-anchor-world.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { anchorChain } from './anchor-head.job.ts';

const run = promisify(execFile);
const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
);

let world: AnchorWorld;
beforeAll(async () => {
  world = await openAnchorWorld();
});
afterAll(() => world.close());
beforeEach(() => world.startSession());

const countJobs = async () => {
  const { rows } = await world.server.context.database.pool.query<{ count: number }>(
    'select count(*)::int as count from graphile_worker._private_jobs',
  );
  return rows[0]!.count;
};
const headOf = async () => Uint8Array.from(Buffer.from((await world.summarize()).audit_chain_hash!, 'hex'));

describe('anchor-chain', () => {
  it('records the whole token of each authority, which verifies for the head under its root and nonce', async () => {
    await world.endSession();
    await runDueJobs(world.server.context);
    expect((await world.summarize()).anchors.map(({ authority }) => authority)).toEqual(
      [world.good.url, world.other.url].sort(),
    );
    for (const authority of [world.good, world.other]) {
      const { nonce, token, gen_time, serial, policy, last_error, attempt_count, anchored_at } =
        await world.readRow(authority.url);
      const verdict = await verifyTimestamp(token!, {
        digest: await headOf(),
        roots: [authority.root],
        nonce,
        now: world.server.clock.now(),
      });
      expect(verdict).toMatchObject({ valid: true, gen_time: gen_time!.toISOString(), serial, policy });
      expect([last_error, attempt_count, anchored_at]).toEqual([null, 1, world.server.clock.now()]);
      expect(await world.readAnchor(authority)).toEqual({
        authority: authority.url,
        demo: false,
        status: 'anchored',
        gen_time: gen_time!.toISOString(),
        serial,
        policy,
        token: Buffer.from(token!).toString('base64'),
        error: null,
      });
    }
  });

  it('sends session.anchored once for each authority: the session, and the anchor without its token', async () => {
    const session = await world.endSession();
    await runDueJobs(world.server.context);
    const { anchors } = await world.summarize();
    const events = await world.listEvents();
    expect(events).toHaveLength(2);
    for (const { data } of events) {
      const { anchor, report } = data as { anchor: { authority: string }; report: unknown };
      const { token: _token, ...notice } = anchors.find(({ authority }) => authority === anchor.authority)!;
      // The report's job is due at the same time, and may run before or after.
      const queued = { id: expect.any(String) as string, status: 'queued', ready_at: null };
      expect([null, queued]).toContainEqual(report);
      expect(data).toEqual({ ...session, report, anchor: notice });
    }
  });

  it('anchors once, though five jobs ask at the same time and others come later', async () => {
    await world.endSession();
    await world.freeze();
    await Promise.all(
      Array.from({ length: 5 }, () => anchorChain.run(world.server.context, world.keyOf(world.good.url))),
    );
    const row = await world.readRow(world.good.url);
    const asked = world.good.requestCount();
    await anchorChain.run(world.server.context, world.keyOf(world.good.url));
    expect(world.good.requestCount()).toBe(asked);
    expect(await world.readRow(world.good.url)).toEqual(row);
    expect([row.status, (await world.listEvents()).length]).toEqual(['anchored', 1]);
  });

  it('plans one next try, though five jobs fail at the same time', async () => {
    world.other.answer('an error');
    await world.endSession();
    await world.freeze();
    await world.server.context.database.pool.query('delete from graphile_worker._private_jobs');
    await Promise.all(
      Array.from({ length: 5 }, () => anchorChain.run(world.server.context, world.keyOf(world.other.url))),
    );
    expect([await countJobs(), (await world.readRow(world.other.url)).attempt_count]).toEqual([1, 1]);
  });

  it('holds an anchor that no server asks for any more as pending, and says so', async () => {
    await world.endSession();
    await world.freeze();
    await anchorChain.run({ ...world.server.context, timestampAuthorities: [] }, world.keyOf(world.good.url));
    expect(await world.readAnchor(world.good)).toMatchObject({
      status: 'pending',
      error: 'This server asks the authority no more.',
    });
  });

  it('keeps what an authority says short, and without what the database refuses', async () => {
    await world.endSession();
    await world.freeze();
    const { server, good } = world;
    const message = `a\u0000b\ud800${'c'.repeat(9_999)}`;
    const talker = {
      name: good.url,
      roots: [],
      ask: async () => ({ ok: false as const, failure: 'unreachable' as const, message }),
    };
    await anchorChain.run({ ...server.context, timestampAuthorities: [talker] }, world.keyOf(good.url));
    expect((await world.readAnchor(good)).error).toBe(`ab\ufffd${'c'.repeat(497)}`);
  });

  it('leaves half of the permits of a worker to others, and counts no try for that', async () => {
    await world.endSession();
    await world.freeze();
    const { server, good, other } = world;
    const held = Promise.withResolvers<never>();
    let asks = 0;
    const ask = () => {
      asks += 1;
      return held.promise;
    };
    const hanging = { name: good.url, roots: [], ask };
    const context: Context = {
      ...server.context,
      config: { ...server.context.config, workerConcurrency: 4 },
      timestampAuthorities: [hanging, { ...hanging, name: other.url }],
    };
    const asking = [good, other].map(({ url }) => anchorChain.run(context, world.keyOf(url)));
    await expect.poll(() => asks).toBe(2);
    await anchorChain.run(context, world.keyOf(good.url));
    expect([asks, await countJobs()]).toEqual([2, 1]);
    expect(await world.readRow(good.url)).toMatchObject({ status: 'pending', attempt_count: 0 });
    held.reject(new Error('told to fail'));
    expect((await Promise.allSettled(asking)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    server.clock.advance(12_000);
    await runDueJobs(server.context);
    expect((await world.readAnchor(good)).status).toBe('anchored');
  });

  it('does nothing for an anchor that is missing', async () => {
    await expect(anchorChain.run(world.server.context, world.keyOf(world.good.url))).resolves.toBeUndefined();
  });

  it('is held in place by the database once it is anchored', async () => {
    await world.endSession();
    await runDueJobs(world.server.context);
    for (const statement of ["update anchors set status = 'pending', token = null", 'delete from anchors']) {
      await expect(world.server.context.database.pool.query(statement)).rejects.toThrow('append-only');
    }
  });
});

describe('TSA_CA_FILE', () => {
  it('takes the tokens of authorities that it vouches for, and no others', async () => {
    await world.endSession();
    await world.freeze();
    const trusting: Context = {
      ...world.server.context,
      timestampAuthorities: world.server.context.timestampAuthorities.map((each) => ({
        ...each,
        roots: [world.good.root],
      })),
    };
    await anchorChain.run(trusting, world.keyOf(world.good.url));
    await anchorChain.run(trusting, world.keyOf(world.other.url));
    expect((await world.readAnchor(world.good)).status).toBe('anchored');
    expect(await world.readAnchor(world.other)).toMatchObject({
      status: 'pending',
      error: expect.stringContaining('leads to none of the given roots') as string,
    });
  });
});

describe('the authority of demo mode', () => {
  let dir: string;
  let demo: Context;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'fis-demo-tsa-'));
    const { clock, random } = world.server.context;
    const authority = await openDemoTimestampAuthority({ dir, clock, random });
    demo = { ...world.server.context, timestampAuthorities: [authority] };
  });
  afterAll(() => rm(dir, { recursive: true }));

  const anchorAtDemo = async () => {
    await world.endSession();
    await world.freeze(demo);
    await anchorChain.run(demo, world.keyOf('demo'));
  };

  it('is labelled demo wherever its anchor shows', async () => {
    await anchorAtDemo();
    expect((await world.summarize()).anchors).toMatchObject([
      { authority: 'demo', demo: true, status: 'anchored' },
    ]);
    const [event] = await world.listEvents();
    expect(event!.data).toMatchObject({ anchor: { authority: 'demo', demo: true } });
  });

  it.skipIf(!hasOpenssl)('gives tokens that openssl ts -verify accepts, and only for the head', async () => {
    await anchorAtDemo();
    const { token } = await world.readRow('demo');
    const file = join(dir, 'token.der');
    await writeFile(file, token!);
    const caFile = join(dir, 'demo-timestamp-authority', 'ca.pem');
    const verify = (digest: string) =>
      run('openssl', ['ts', '-verify', '-digest', digest, '-in', file, '-token_in', '-CAfile', caFile]);
    const { audit_chain_hash } = await world.summarize();
    expect((await verify(audit_chain_hash!)).stdout + (await verify(audit_chain_hash!)).stderr).toContain(
      'Verification: OK',
    );
    await expect(verify('0'.repeat(64))).rejects.toThrow();
  });
});
