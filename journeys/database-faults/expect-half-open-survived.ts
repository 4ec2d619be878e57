import { setTimeout as sleep } from 'node:timers/promises';
import { startDatabaseProxy } from '@field-inspection/server/testing/start-database-proxy';
import { startOwnPostgres } from '@field-inspection/server/testing/start-own-postgres';
import { expect } from 'vitest';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { openFaultWorld, type FaultWorld } from './open-fault-world.ts';
import { readReadiness, timeUntil } from './until-green.ts';
import { writeUnderLoad, type Load } from './write-under-load.ts';

/** API and worker each have their own way to the database, which may silently swallow bytes. */
export const openHalfOpenWorld = async () => {
  const postgres = await startOwnPostgres();
  const proxies = {
    api: await startDatabaseProxy(postgres.databaseUrl),
    worker: await startDatabaseProxy(postgres.databaseUrl),
  };
  const world = await openFaultWorld({
    postgres: Promise.resolve(postgres),
    env: (role) => ({ DATABASE_URL: proxies[role].databaseUrl }),
  });
  return {
    ...world,
    proxies,
    close: async () => {
      await world.close();
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
    },
  };
};

export type HalfOpenWorld = Awaited<ReturnType<typeof openHalfOpenWorld>>;

/** Guard against hanging: a request is answered whatever the database does. */
const ANSWERED_MS = 60_000;

type Figures = { swallowed: number; writesAfterMs: number; deliveriesAfterMs: number; jobsAfterMs: number };

export const expectHalfOpenSurvived = async (
  world: HalfOpenWorld,
  rounds: readonly { of: readonly ('api' | 'worker')[]; silentMs: number }[],
) =>
  writeUnderLoad({ caller: world.caller, name: 'half-open' }, async (load) => {
    const figures: Figures[] = [];
    for (const { of, silentMs } of rounds) {
      await timeUntil(() => load.isFlowing());
      const swallowed = of.map((role) => world.proxies[role].swallow());
      await sleep(silentMs);
      for (const role of of) world.proxies[role].letThrough();
      figures.push({
        swallowed: swallowed.reduce((sum, count) => sum + count, 0),
        ...(await untilRecovered(world, load)),
      });
    }
    await load.stop();
    for (const { ms } of load.outcomes) expect(ms).toBeLessThan(ANSWERED_MS);
    return { ...(await expectNothingLost(world, load)), figures };
  });

const untilRecovered = async (world: FaultWorld, load: Load) => {
  const [written, arrived] = [load.acknowledged.size, world.receiver.arrivals.length];
  const job = await addProbeJob(world);
  const [writesAfterMs, deliveriesAfterMs, jobsAfterMs] = await Promise.all([
    timeUntil(() => load.acknowledged.size > written + 10 && load.isFlowing()),
    timeUntil(() => world.receiver.arrivals.length > arrived + 10),
    timeUntil(async () => !(await job.isThere())),
  ]);
  for (const server of [world.api, world.worker])
    await timeUntil(async () => (await readReadiness(server)).status === 200);
  return { writesAfterMs, deliveriesAfterMs, jobsAfterMs };
};

// Its completion shows that the queue goes on.
const addProbeJob = async ({ context: { database } }: FaultWorld) => {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id::text from graphile_worker.add_job('clean-up', '{}'::json)`,
  );
  const isThere = async () => {
    const found = await database.pool.query('select from graphile_worker._private_jobs where id = $1', [
      rows[0]!.id,
    ]);
    return found.rows.length > 0;
  };
  return { isThere };
};
