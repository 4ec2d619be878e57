import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postSession, type Caller } from './database-faults/post-session.ts';

const SKEW_CLOCK = fileURLToPath(new URL('skew-clock.ts', import.meta.url));
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

let world: ProcessWorld;
let database: pg.Client;
beforeEach(async () => {
  world = await openProcessWorld();
  database = new pg.Client({ connectionString: world.databaseUrl });
  await database.connect();
});
afterEach(async () => {
  await database.end();
  await world.close();
});

const spawnSkewed = async (skewMs: number): Promise<Caller> => {
  const skewed = { NODE_OPTIONS: `--import=${SKEW_CLOCK}`, SKEW_MS: String(skewMs) };
  const { baseUrl } = await world.spawn('api', skewed);
  return { baseUrl, apiKey: world.seed.apiKey };
};

const ask = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T> =>
  (await database.query<T>(text, values)).rows[0]!;

const readClock = async (): Promise<number> =>
  (await ask<{ at: Date }>('select pg_catalog.clock_timestamp() as at')).at.getTime();

test("a key is repeated until 24 hours, to the second, by the database's clock, and runs anew once after them, on servers whose clocks are 5 minutes off either way", async ({
  annotate,
}) => {
  const servers = [await spawnSkewed(5 * MINUTE_MS), await spawnSkewed(-5 * MINUTE_MS)];
  const write = { reference: 'a day', key: 'a day' };
  const before = await readClock();
  const { id: first } = await postSession(servers[0]!, write);
  const after = await readClock();
  const kept = await ask<{ until: Date }>('select expires_at as until from idempotency_keys');
  expect(kept.until.getTime()).toBeGreaterThan(before + DAY_MS - SECOND_MS);
  expect(kept.until.getTime()).toBeLessThan(after + DAY_MS + SECOND_MS);

  // The expiry is where a day would have brought it, less some seconds.
  const until = (await readClock()) + 4 * SECOND_MS;
  await database.query('update idempotency_keys set expires_at = $1', [new Date(until)]);
  const calls: { begun: number; ended: number; id: string | undefined }[] = [];
  for (let turn = 0; (calls.at(-1)?.begun ?? 0) < until + 3 * SECOND_MS; turn++) {
    const begun = await readClock();
    const { id } = await postSession(servers[turn % 2]!, write);
    calls.push({ begun, ended: await readClock(), id });
    await sleep(50);
  }
  const early = calls.filter(({ ended }) => ended < until - SECOND_MS);
  const late = calls.filter(({ begun }) => begun > until + SECOND_MS);
  expect(new Set(early.map(({ id }) => id))).toEqual(new Set([first]));
  expect(new Set(late.map(({ id }) => id)).size).toBe(1);
  expect(late[0]!.id).not.toBe(first);
  expect(await world.context.database.prisma.session.count()).toBe(2);
  await annotate(`${calls.length} calls with one key around its 24 hours: 2 runs, 0 too many`, 'figure');
});
