import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from '#prisma';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { writeEffects } from '../../effects/write-effects.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { openTestContext } from '../../testing/open-test-context.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { defineJob, enqueueJob } from '../jobs/define-job.ts';
import { createMetrics } from '../metrics.ts';
import { createTransact, LostRaceError, type Tx } from './transact.ts';

const noteJob = defineJob({ id: 'note', payload: z.object({ text: z.string() }), run: async () => {} });

let context: Context;
let drop: () => Promise<void>;
let organisationIds: [string, string];

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  // PostgreSQL looks for deadlocks a second after a wait began, unless told otherwise.
  const impatient = new URL(database.databaseUrl);
  impatient.searchParams.set('options', '-c deadlock_timeout=20ms');
  context = await openTestContext(impatient.href);
  organisationIds = [
    (await seedOrganisation(context)).organisationId,
    (await seedOrganisation(context)).organisationId,
  ];
});
afterAll(async () => {
  await context.close();
  await drop();
});
beforeEach(() => context.database.pool.query('delete from graphile_worker._private_jobs'));

const listJobs = async () => {
  const { rows } = await context.database.pool.query<{
    text: string;
    key: string | null;
    run_at: Date;
    max_attempts: number;
  }>(
    `select payload ->> 'text' as text, key, run_at, max_attempts from graphile_worker._private_jobs order by id`,
  );
  return rows;
};
const rename = (tx: Tx, id: string, name: string) =>
  tx.db.organisation.update({ where: { id }, data: { name } });
const nameOf = async (id: string) =>
  (await context.database.prisma.organisation.findUniqueOrThrow({ where: { id } })).name;

const createBarrier = (count: number) => {
  let waiting = count;
  const all = Promise.withResolvers<void>();
  return () => {
    if (--waiting === 0) all.resolve();
    return all.promise;
  };
};

describe('transact', () => {
  it('gives what the work gives, and commits it', async () => {
    const [id] = organisationIds;
    expect(await context.transact(async (tx) => (await rename(tx, id, 'renamed')).name)).toBe('renamed');
    expect(await nameOf(id)).toBe('renamed');
  });

  it('leaves nothing of work that fails, and tells its error', async () => {
    const [id] = organisationIds;
    const failure = new Error('told to fail');
    const failing = context.transact(async (tx) => {
      await rename(tx, id, 'never');
      enqueueJob(tx, noteJob, { payload: { text: 'never' }, key: 'never' });
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect([await nameOf(id), await listJobs()]).not.toContain('never');
    expect(await listJobs()).toEqual([]);
  });

  it('leaves nothing when the last statement fails: neither rows nor jobs', async () => {
    const [id] = organisationIds;
    const failing = context.transact(async (tx) => {
      await rename(tx, id, 'never');
      enqueueJob(tx, noteJob, { payload: { text: 'never' }, key: 'never' });
      const wake = { organisation_id: id, endpoint_id: id, due_at: tx.now };
      tx.effects.rows.webhook_due_endpoints.push(wake);
      tx.effects.right = {
        name: { kind: 'credential', id },
        holds: Prisma.sql`select 1 / (select count(*) from organisations where false) = 1`,
        refuse: () => new Error('never'),
      };
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await nameOf(id)).not.toBe('never');
    expect(await context.database.prisma.dueEndpoint.count()).toBe(0);
    expect(await listJobs()).toEqual([]);
  });

  it('runs what must come before the commit in its order, and writes what it collects', async () => {
    const steps: string[] = [];
    const transact = createTransact({
      ...context,
      writeEffects: async (tx) => {
        steps.push('outcome');
        enqueueJob(tx, noteJob, { payload: { text: 'late' }, key: 'late' });
        await writeEffects(tx);
      },
    });
    await transact(async () => void steps.push('work'));
    expect(steps).toEqual(['work', 'outcome']);
    expect((await listJobs()).map(({ text }) => text)).toEqual(['late']);
  });

  it('adds all jobs of a transaction with their times and keys, and replaces one of the same key', async () => {
    const runAt = new Date('2100-01-01T00:00:00.000Z');
    await context.transact(async (tx) => {
      enqueueJob(tx, noteJob, { payload: { text: 'plain' }, key: 'other' });
      enqueueJob(tx, noteJob, { payload: { text: 'old' }, runAt, key: 'one' });
    });
    await context.transact(async (tx) =>
      enqueueJob(tx, noteJob, { payload: { text: 'new' }, runAt, key: 'one' }),
    );
    expect((await listJobs()).map(({ text, key, max_attempts }) => [text, key, max_attempts])).toEqual([
      ['plain', 'note:other', 25],
      ['new', 'note:one', 25],
    ]);
    expect((await listJobs())[1]!.run_at).toEqual(runAt);
  });

  it('takes text of any kind into a payload', async () => {
    const text = `'; drop table sessions; -- "quoted" \\ \n 🏠`;
    await context.transact(async (tx) => enqueueJob(tx, noteJob, { payload: { text }, key: 'one' }));
    expect((await listJobs()).map((job) => job.text)).toEqual([text]);
  });
});

it('the time until a transaction begins is counted once for each run of it', async () => {
  const metrics = createMetrics();
  const transact = createTransact({ ...context, metrics, writeEffects });
  await transact(async () => {});
  await expect(transact(() => Promise.reject(new LostRaceError('another was first')))).rejects.toThrow();
  const { values } = await metrics.databaseWaitSeconds.get();
  const counted = values.find(({ metricName }) => metricName === 'database_wait_seconds_count');
  expect(counted?.value).toBe(5);
});

describe('a transaction that loses', () => {
  it.each([
    ["Prisma's own statements", (tx: Tx, id: string, name: string) => rename(tx, id, name)],
    [
      'raw statements',
      (tx: Tx, id: string, name: string) =>
        tx.db.$executeRaw`update organisations set name = ${name} where id = ${id}::uuid`,
    ],
  ])('a deadlock of %s is run again, with nothing doubled', async (_, write) => {
    const [first, second] = organisationIds;
    const meet = createBarrier(2);
    let runs = 0;
    const cross = (ids: string[], name: string) => {
      let isFirstRun = true;
      return context.transact(async (tx) => {
        runs += 1;
        enqueueJob(tx, noteJob, { payload: { text: name }, key: name });
        await write(tx, ids[0]!, name);
        if (isFirstRun) {
          isFirstRun = false;
          await meet();
        }
        await write(tx, ids[1]!, name);
      });
    };
    await Promise.all([cross([first, second], 'there'), cross([second, first], 'back')]);
    expect(runs).toBe(3);
    expect(await nameOf(first)).toBe(await nameOf(second));
    expect((await listJobs()).map(({ text }) => text).sort()).toEqual(['back', 'there']);
  });

  it.each([
    ['a race', () => Promise.reject(new LostRaceError('another was first'))],
    [
      'a serialisation',
      (tx: Tx) => tx.db.$executeRawUnsafe(`do $$ begin raise exception 'no' using errcode = '40001'; end $$`),
    ],
  ])('%s again and again is given up after four runs', async (_, lose) => {
    let runs = 0;
    const losing = context.transact(async (tx) => {
      runs += 1;
      await lose(tx);
    });
    await expect(losing).rejects.toThrow();
    expect(runs).toBe(4);
  });

  it('in another way is not run again', async () => {
    let runs = 0;
    const failing = context.transact(async (tx) => {
      runs += 1;
      await tx.db.$executeRaw`select 1 / 0`;
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(runs).toBe(1);
  });
});
