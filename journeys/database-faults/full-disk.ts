import pg from 'pg';
import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SmallDisk } from '@field-inspection/server/testing/mount-small-disk';
import { expect } from 'vitest';
import { startOwnPostgres, type OwnPostgres } from '@field-inspection/server/testing/start-own-postgres';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { openFaultWorld, type FaultWorld } from './open-fault-world.ts';
import { readReadiness, timeUntil } from './until-green.ts';
import { writeUnderLoad } from './write-under-load.ts';

const WORDS = ['database has no room left on its disk (53100)'];

/**
 * The disk is full under a load of writes: readiness and writers are told, and all goes on by itself once there is
 * room.
 */
export const expectFullDiskTold = async (world: FaultWorld, disk: SmallDisk) =>
  writeUnderLoad({ caller: world.caller, name: 'full' }, async (load) => {
    // The probe's own row is written while there is room.
    for (const server of [world.api, world.worker]) expect((await readReadiness(server)).status).toBe(200);
    await timeUntil(() => load.acknowledged.size > 20);
    await disk.fill();
    await timeUntil(() => load.outcomes.filter(({ status }) => status === 503).length > 20);
    for (const server of [world.api, world.worker])
      await timeUntil(async () => {
        const { status, words } = await readReadiness(server);
        return status === 503 && words.join() === WORDS.join();
      });
    await disk.free();
    const written = load.acknowledged.size;
    const writesAfterMs = await timeUntil(() => load.acknowledged.size > written + 10);
    for (const server of [world.api, world.worker])
      await timeUntil(async () => (await readReadiness(server)).status === 200);
    await load.stop();
    const found = await expectNothingLost(world, load);
    expect(found.refused).toBeGreaterThan(20);
    return { ...found, writesAfterMs };
  });

/** Rows lie on a small disk and the log of changes on another, as in most larger databases. */
export const openFullDiskWorld = async (disk: SmallDisk) => {
  const postgres = await startOwnPostgres();
  await moveRows(postgres, disk);
  return openFaultWorld({ postgres: Promise.resolve(postgres) });
};

const moveRows = async ({ databaseUrl, dataDir }: OwnPostgres, { path }: SmallDisk): Promise<void> => {
  const location = join(path, 'rows');
  await mkdir(location, { mode: 0o700 });
  const { uid, gid } = await stat(dataDir);
  await chown(location, uid, gid);
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/template1';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create tablespace small location '${location}'`);
  await client.query(`alter database ${name} set tablespace small`);
  await client.end();
};
