import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataDirOf } from '@field-inspection/server/testing/data-dir-of';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { expect, test } from 'vitest';

const OBJECTS = 12_000;
const PATIENCE = { timeout: 60_000, interval: 20 };

test('kill -9 of the worker between the steps of a sweep of the objects: the next worker goes on from there, and what no row names is gone', async ({
  onTestFinished,
}) => {
  const world = await openProcessWorld();
  onTestFinished(() => world.close());
  const { context, databaseUrl, seed } = world;
  const { pool } = context.database;
  const before = new Date(context.clock.now().getTime() - 3 * 86_400_000);
  const put = (key: string) => {
    const file = join(dataDirOf(databaseUrl), 'objects', key);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, before, before);
  };
  for (let index = 0; index < OBJECTS; index += 1) put(`-another/${index}`);
  // Only the last step finds an object behind all others.
  const orphan = `${seed.organisationId}/${context.ids.next()}/${'f'.repeat(64)}`;
  put(orphan);
  await pool.query("select graphile_worker.add_job('sweep-objects', '{}')");

  const worker = await world.spawn('worker');
  const listSeen = async () => {
    const { rows } = await pool.query<{ payload: { seen: number } }>(
      "select payload from graphile_worker._private_jobs where key = 'sweep-objects-step:next'",
    );
    return rows.map(({ payload }) => payload.seen);
  };
  await expect.poll(async () => (await listSeen())[0], PATIENCE).toBeGreaterThanOrEqual(5_000);
  expect(await worker.kill('SIGKILL')).toBe('SIGKILL');
  expect(await context.objects.stat(orphan)).toBeDefined();

  // Ages the heartbeat, in place of the silence after which a worker counts as dead.
  await pool.query("update worker_processes set heartbeat_at = heartbeat_at - interval '1 hour'");
  const next = await world.spawn('worker');
  await expect.poll(() => context.objects.stat(orphan), PATIENCE).toBeUndefined();
  await expect
    .poll(() => next.lines.find((line) => line.includes('objects swept')), PATIENCE)
    .toMatch(new RegExp(`"seen":${OBJECTS + 1},"deleted":1\\b`));
  // A job ends a moment after its line in the log.
  await expect.poll(listSeen, PATIENCE).toEqual([]);
});
