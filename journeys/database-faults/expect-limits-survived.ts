import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import pg from 'pg';
import { expectNothingLost } from './expect-nothing-lost.ts';
import type { FaultWorld } from './open-fault-world.ts';
import { postSession, type Outcome } from './post-session.ts';
import { timeUntil } from './until-green.ts';
import { listOddOutcomes, writeUnderLoad } from './write-under-load.ts';

const MANY = 60;
const ANSWERED_MS = 60_000;

const connect = async ({ databaseUrl }: Pick<FaultWorld, 'databaseUrl'>): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  return client;
};

/**
 * A lock on a table that every write needs: more writes come than there are connections. Each is answered in time, and
 * goes through once the lock is gone.
 */
export const expectLockSurvived = async (world: FaultWorld, lockedMs: number) =>
  writeUnderLoad({ caller: world.caller, name: 'locked' }, async (load) => {
    await timeUntil(() => load.isFlowing());
    const blocker = await connect(world);
    await blocker.query('begin; lock table sessions in access exclusive mode');
    const begun = performance.now();
    const refused: Outcome[] = [];
    while (performance.now() - begun < lockedMs) {
      const posts = Array.from({ length: MANY }, (_, index) =>
        postSession(world.caller, { reference: `never ${index}`, key: `never ${index}` }),
      );
      refused.push(...(await Promise.all(posts)));
    }
    await blocker.query('rollback');
    await blocker.end();
    const recoveredMs = await timeUntil(() => load.isFlowing());
    await load.stop();
    expect(refused.map(({ status }) => status)).not.toContain(201);
    expect(listOddOutcomes(refused)).toEqual([]);
    for (const { ms } of [...refused, ...load.outcomes]) expect(ms).toBeLessThan(ANSWERED_MS);
    const found = await expectNothingLost(world, load);
    const slowestMs = Math.round(Math.max(found.slowestMs, ...refused.map(({ ms }) => ms)));
    return { ...found, refused: found.refused + refused.length, slowestMs, recoveredMs };
  });

/** `begin` leaves no connection to be had, and `end` lifts that. */
export type ConnectionLimit = { begin: string; end: string };

export const expectNoConnectionsSurvived = async (
  world: FaultWorld,
  { limits, awayMs }: { limits: readonly ConnectionLimit[]; awayMs: number },
) =>
  writeUnderLoad({ caller: world.caller, name: 'connections' }, async (load) => {
    const admin = await connect(world);
    for (const { begin, end } of limits) {
      await timeUntil(() => load.isFlowing());
      const refusedBefore = load.outcomes.filter(({ status }) => status === 503).length;
      await admin.query(begin);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
        new URL(world.serviceUrl).username,
      ]);
      await timeUntil(() => load.outcomes.filter(({ status }) => status === 503).length > refusedBefore + 5);
      await sleep(awayMs);
      await admin.query(end);
      const arrived = world.receiver.arrivals.length;
      await timeUntil(() => load.isFlowing());
      await timeUntil(() => world.receiver.arrivals.length > arrived);
    }
    await admin.end();
    await load.stop();
    return expectNothingLost(world, load);
  });
