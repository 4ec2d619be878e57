import pg from 'pg';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { expectNothingLost } from './expect-nothing-lost.ts';
import type { FaultWorld } from './open-fault-world.ts';
import { readReadiness, timeUntil } from './until-green.ts';
import { writeUnderLoad } from './write-under-load.ts';

/** graphile-worker rests up to a minute between two tries to listen. Meanwhile it looks for jobs every two seconds. */
export const LISTENING_MS = 90_000;

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

type Restart = 'fast' | 'immediate' | 'down for a while' | 'failed over';

const restartDatabase = async (
  { postgres }: Pick<FaultWorld, 'postgres'>,
  { restart, awayMs }: { restart: Restart; awayMs: number },
): Promise<void> => {
  await postgres.stop(restart === 'immediate' ? 'immediate' : 'fast');
  if (restart === 'failed over') return failOver(postgres, awayMs);
  if (restart === 'down for a while') await sleep(awayMs);
  await postgres.start();
};

// A read-only standby answers at the old address, and is promoted after a while.
const failOver = async ({ dataDir, databaseUrl, start }: FaultWorld['postgres'], awayMs: number) => {
  await writeFile(join(dataDir, 'standby.signal'), '');
  await start();
  await sleep(awayMs);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('select pg_promote()');
  await client.end();
};

const CHANNELS = ['webhook_wakes', 'jobs:insert'] as const;
/** A connection shows its last statement: `LISTEN` for ten seconds, then the query that checks whether it is alive. */
const EVERY_MS = 1_000;

export const watchListeners = ({ context }: Pick<FaultWorld, 'context'>) => {
  const seen = new Map<string, (typeof CHANNELS)[number]>();
  const look = async (): Promise<string[]> => {
    const { rows } = await context.database.pool.query<{ connection: string; query: string }>(
      `select pid || ' ' || backend_start as connection, query
      from pg_stat_activity where datname = current_database()`,
    );
    for (const { connection, query } of rows) {
      const channel = CHANNELS.find(
        (name) => query.toLowerCase().startsWith('listen') && query.includes(name),
      );
      if (channel) seen.set(connection, channel);
    }
    return rows.map(({ connection }) => connection);
  };
  // The database is away now and then.
  const timer = setInterval(() => void look().catch(() => {}), EVERY_MS);
  return {
    areListening: async (): Promise<boolean> => {
      const alive = new Set((await look()).map((connection) => seen.get(connection)));
      return CHANNELS.every((channel) => alive.has(channel));
    },
    stop: () => clearInterval(timer),
  };
};
