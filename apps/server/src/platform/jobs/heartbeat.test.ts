import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../context.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { openTestContext } from '../../testing/open-test-context.ts';
import { beatHeart, startHeartbeat, unlockSilentWorkers } from './heartbeat.ts';

let context: Context;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  context = await openTestContext(database.databaseUrl);
});
afterAll(async () => {
  await context.close();
  await drop();
});
beforeEach(() => query('truncate worker_processes, graphile_worker._private_jobs'));

const query = (statement: string, values: unknown[] = []) =>
  context.database.pool.query<{ id: string }>(statement, values);
const listWorkers = async () =>
  (await query('select id from worker_processes order by id')).rows.map(({ id }) => id);

const addLockedJob = async (workerId: string) => {
  const { rows } = await query(`select id from graphile_worker.add_job('note')`);
  await query('update graphile_worker._private_jobs set locked_at = now(), locked_by = $1 where id = $2', [
    workerId,
    rows[0]!.id,
  ]);
};
const listLocks = async () =>
  (await query('select locked_by as id from graphile_worker._private_jobs order by id')).rows.map(
    ({ id }) => id,
  );
const silenceFor = (workerId: string, seconds: number) =>
  query(
    `update worker_processes set heartbeat_at = clock_timestamp() - make_interval(secs => $2) where id = $1`,
    [workerId, seconds],
  );

describe('unlockSilentWorkers', () => {
  it('frees the jobs of a process that was silent for three beats, and of no other', async () => {
    for (const id of ['alive', 'late', 'dead']) {
      await beatHeart(context, id);
      await addLockedJob(id);
    }
    await silenceFor('late', 18);
    await silenceFor('dead', 31);
    await unlockSilentWorkers(context);
    expect(await listLocks()).toEqual(['alive', 'late', null]);
    expect(await listWorkers()).toEqual(['alive', 'late']);
  });

  it('does so once, though every process sweeps at the same time', async () => {
    await beatHeart(context, 'dead');
    await silenceFor('dead', 31);
    await addLockedJob('dead');
    await Promise.all(Array.from({ length: 4 }, () => unlockSilentWorkers(context)));
    expect([await listLocks(), await listWorkers()]).toEqual([[null], []]);
  });

  it('leaves a worker alone that beats again', async () => {
    await beatHeart(context, 'slow');
    await silenceFor('slow', 31);
    await beatHeart(context, 'slow');
    await addLockedJob('slow');
    await unlockSilentWorkers(context);
    expect([await listLocks(), await listWorkers()]).toEqual([['slow'], ['slow']]);
  });
});

describe('startHeartbeat', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('beats at once and every 7 seconds for every pool, sweeps the dead within 3, and says goodbye at the stop', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await beatHeart(context, 'dead');
    await silenceFor('dead', 31);
    const heartbeat = startHeartbeat(context, ['pool-1', 'pool-2']);
    await vi.waitFor(async () => expect(await listWorkers()).toEqual(['dead', 'pool-1', 'pool-2']), 30_000);
    vi.advanceTimersByTime(3_000);
    await vi.waitFor(async () => expect(await listWorkers()).toEqual(['pool-1', 'pool-2']), 30_000);
    await query('delete from worker_processes');
    vi.advanceTimersByTime(7_000);
    await vi.waitFor(async () => expect(await listWorkers()).toEqual(['pool-1', 'pool-2']), 30_000);
    await heartbeat.stop();
    expect(await listWorkers()).toEqual([]);
  });
});
