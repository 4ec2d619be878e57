import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askAuthority } from '../../platform/tsa-client/ask-authority.ts';
import { openAnchorWorld, type AnchorWorld } from '../../testing/open-anchor-world.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import type { Lie } from '../../testing/start-timestamp-authority.ts';
import { anchorChain } from './anchor-head.job.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let world: AnchorWorld;
beforeAll(async () => {
  world = await openAnchorWorld();
});
afterAll(() => world.close());
beforeEach(() => world.startSession());

describe('TSA down, slow, lying: the session is closed all the same, and says what is pending', () => {
  const LIES: [Lie, RegExp][] = [
    ['other data', /for other data/],
    ['another request', /answers another request/],
    ['an hour ahead', /has not come yet/],
    ['an hour behind', /long past/],
    ['a flipped bit', /./],
    ['garbage', /no timestamp reply/],
    ['nothing', /no timestamp reply/],
    ['no token', /sent none/],
    ['a refusal', /gave no timestamp: rejection/],
    ['a page', /something else than a timestamp reply/],
    ['a redirect', /HTTP status 302/],
    ['an error', /HTTP status 503/],
    ['far too much', /longer than 65536 bytes/],
    ['a closed connection', /could not be reached/],
  ];

  test.each(LIES)('%s', async (lie, sentence) => {
    world.other.answer(lie);
    expect((await world.endSession()).status).toBe('closed');
    await runDueJobs(world.server.context);
    expect(await world.readAnchor(world.good)).toMatchObject({ status: 'anchored', error: null });
    expect(await world.readAnchor(world.other)).toEqual({
      authority: world.other.url,
      demo: false,
      status: 'pending',
      gen_time: null,
      serial: null,
      policy: null,
      token: null,
      error: expect.stringMatching(sentence) as string,
    });
    expect(await world.listEvents()).toHaveLength(1);

    world.other.answer(undefined);
    world.server.clock.advance(MINUTE_MS - 1);
    expect(await runDueJobs(world.server.context)).not.toContain('anchor-chain');
    world.server.clock.advance(1);
    await runDueJobs(world.server.context);
    expect(await world.readAnchor(world.other)).toMatchObject({ status: 'anchored', error: null });
    expect(await world.listEvents()).toHaveLength(2);
  });

  test('silence', async () => {
    world.other.answer('silence');
    await world.endSession();
    await world.freeze();
    const address = { name: world.other.url, url: world.other.url, authorization: undefined };
    const impatient = {
      name: world.other.url,
      roots: [],
      ask: (query: Uint8Array) => askAuthority(address, query, { timeoutMs: 100 }),
    };
    await anchorChain.run(
      { ...world.server.context, timestampAuthorities: [impatient] },
      world.keyOf(world.other.url),
    );
    expect(await world.readAnchor(world.other)).toMatchObject({
      status: 'pending',
      error: 'The authority gave no complete answer within 0.1 s.',
    });
  });

  test('down for a day: asked a dozen times, and anchored within six hours of its return', async () => {
    world.other.answer('a closed connection');
    await world.endSession();
    await liveThrough(DAY_MS);
    expect((await world.readAnchor(world.other)).status).toBe('pending');
    const { attempt_count: asked } = await world.readRow(world.other.url);
    expect(asked).toBeGreaterThanOrEqual(10);
    expect(asked).toBeLessThanOrEqual(14);
    world.other.answer(undefined);
    await liveThrough(DAY_MS / 4);
    expect((await world.readAnchor(world.other)).status).toBe('anchored');
  });

  test('down for more than a week: given up, with the reason, and never asked again', async () => {
    world.other.answer('an error');
    await world.endSession();
    await liveThrough(7 * DAY_MS + MINUTE_MS);
    expect(await world.readAnchor(world.other)).toMatchObject({
      status: 'failed',
      error: 'The authority answered with HTTP status 503.',
    });
    const asked = world.other.requestCount();
    world.other.answer(undefined);
    await liveThrough(DAY_MS);
    await anchorChain.run(world.server.context, world.keyOf(world.other.url));
    expect([world.other.requestCount(), (await world.readRow(world.other.url)).status]).toEqual([
      asked,
      'failed',
    ]);
  });

  /** Time passes in steps, so that what is due in each step runs. */
  const liveThrough = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += MINUTE_MS) {
      world.server.clock.advance(MINUTE_MS);
      if (await isJobDue()) await runDueJobs(world.server.context);
    }
  };
  const isJobDue = async () => {
    const { rows } = await world.server.context.database.pool.query(
      'select from graphile_worker._private_jobs where run_at <= $1 limit 1',
      [world.server.clock.now()],
    );
    return rows.length > 0;
  };
});
