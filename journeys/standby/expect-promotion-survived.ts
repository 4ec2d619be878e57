import { setTimeout as sleep } from 'node:timers/promises';
import { runAdmin } from '@field-inspection/server/testing/run-admin';
import { expect, onTestFinished } from 'vitest';
import { expectNothingLost } from '../database-faults/expect-nothing-lost.ts';
import { LISTENING_MS, watchListeners } from '../database-faults/expect-restart-survived.ts';
import { readReadiness, timeUntil } from '../database-faults/until-green.ts';
import { writeUnderLoad } from '../database-faults/write-under-load.ts';
import { askOnce, type StandbyWorld } from './open-standby-world.ts';

/** How long nobody has promoted the standby yet. */
const AWAY_MS = 1_500;

export type Loss = 'killed' | 'silent';

/** The primary is lost under a load of writes, the standby is promoted, and the processes go on with it by themselves. */
export const expectPromotionSurvived = async (world: StandbyWorld, loss: Loss) =>
  writeUnderLoad({ caller: world.caller, name: loss }, async (load) => {
    await timeUntil(() => load.isFlowing());
    await sleep(AWAY_MS);
    if (loss === 'killed') await world.primary.stop('immediate');
    else world.way.swallow();
    await sleep(AWAY_MS);
    const context = await world.promote();
    onTestFinished(() => context.close());
    const promoted = { ...world, context };
    const listeners = watchListeners(promoted);
    onTestFinished(listeners.stop);
    const [written, arrived] = [load.acknowledged.size, world.receiver.arrivals.length];
    const [writesAfterMs, deliveriesAfterMs] = await Promise.all([
      timeUntil(() => load.acknowledged.size > written + 10 && load.isFlowing()),
      timeUntil(() => world.receiver.arrivals.length > arrived + 10),
    ]);
    for (const server of [world.api, world.worker])
      await timeUntil(async () => (await readReadiness(server)).status === 200);
    const listeningMs = await timeUntil(listeners.areListening, LISTENING_MS);
    if (loss === 'silent') await comeBack(world);
    const withBoth = load.acknowledged.size;
    await timeUntil(() => load.acknowledged.size > withBoth + 10 && load.isFlowing());
    await load.stop();
    const found = await expectNothingLost(promoted, load);
    return { ...found, writesAfterMs, deliveriesAfterMs, listeningMs };
  });

/** The server that was the primary before is there again, takes writes, and all connections are made anew. */
const comeBack = async ({ primary, standby, way, addresses, spawn }: StandbyWorld): Promise<void> => {
  await askOnce(primary, 'alter system reset synchronous_standby_names');
  await askOnce(primary, 'select pg_reload_conf()');
  way.letThrough();
  const [before] = await askOnce(primary, COUNT);
  await askOnce(
    standby,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'fis_service'`,
  );
  // It has seen neither of the two before.
  await spawn('api', addresses);
  expect(await askOnce(primary, COUNT)).toEqual([before]);
  const { stdout } = await runAdmin({ ...addresses, ...SETTINGS }, 'doctor');
  expect(stdout).toContain(`${new URL(standby.databaseUrl).host} is the primary.`);
  expect(stdout).toContain(`${new URL(way.databaseUrl).host} takes writes, but another was promoted since.`);
};

const SETTINGS = {
  BASE_URL: 'https://localhost',
  MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1:1',
};

const COUNT = 'select count(*) from sessions';
