import { expect, onTestFinished } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectNothingLost } from './expect-nothing-lost.ts';
import type { FaultWorld } from './open-fault-world.ts';
import { restartDatabase, type Restart } from './restart-database.ts';
import { readReadiness, timeUntil } from './until-green.ts';
import { watchListeners } from './watch-listeners.ts';
import { writeUnderLoad } from './write-under-load.ts';

/** Between two tries to listen, graphile-worker rests up to a minute. It looks for jobs every two seconds meanwhile. */
const LISTENING_MS = 90_000;

/** Restarts under a load of writes, and tells what it cost. */
export const expectRestartSurvived = async (
  world: FaultWorld,
  { restarts, awayMs, betweenMs }: { restarts: readonly Restart[]; awayMs: number; betweenMs: number },
) =>
  writeUnderLoad({ caller: world.caller, name: 'restart' }, async (load) => {
    const listeners = watchListeners(world);
    onTestFinished(listeners.stop);
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
    const listeningMs = await timeUntil(listeners.areListening, LISTENING_MS);
    await load.stop();
    const found = await expectNothingLost(world, load);
    expect(found.refused).toBeGreaterThan(0);
    return { ...found, greenMs: Math.max(...green), listeningMs };
  });
