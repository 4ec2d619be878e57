import { expect } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectNothingLost } from './expect-nothing-lost.ts';
import type { FaultWorld } from './open-fault-world.ts';
import { restartDatabase, type Restart } from './restart-database.ts';
import { readReadiness, timeUntil } from './until-green.ts';
import { writeUnderLoad } from './write-under-load.ts';

/** Restarts under a load of writes, and tells what it cost. */
export const expectRestartSurvived = async (
  world: FaultWorld,
  { restarts, awayMs, betweenMs }: { restarts: readonly Restart[]; awayMs: number; betweenMs: number },
) =>
  writeUnderLoad({ caller: world.caller, name: 'restart' }, async (load) => {
    const green: number[] = [];
    for (const restart of restarts) {
      await timeUntil(() => load.isFlowing());
      await sleep(betweenMs);
      await restartDatabase(world, { restart, awayMs });
      const written = load.acknowledged.size;
      green.push(await timeUntil(() => load.acknowledged.size > written));
      const arrived = world.receiver.arrivals.length;
      await timeUntil(() => world.receiver.arrivals.length > arrived);
    }
    for (const server of [world.api, world.worker])
      await timeUntil(async () => (await readReadiness(server)).status === 200);
    await expectListening(world);
    await load.stop();
    const found = await expectNothingLost(world, load);
    expect(found.refused).toBeGreaterThan(0);
    return { ...found, greenMs: Math.max(...green) };
  });

/** The worker's own connections listen again: for the jobs of the queue and for the wakes of deliveries. */
const expectListening = async ({ context }: FaultWorld): Promise<void> => {
  const isListening = async () => {
    const { rows } = await context.database.pool.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
    );
    const said = rows.map(({ query }) => query).join('; ');
    return said.includes('webhook_wakes') && said.includes('jobs:insert');
  };
  await timeUntil(isListening);
};
