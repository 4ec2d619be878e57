import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from '#prisma';
import { writeEffects } from '../../effects/write-effects.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { MAX_KEPT } from './kept-statements.ts';
import { PLANNED_ANEW } from './name-statement.ts';
import { openDatabase, type Database } from './open-database.ts';
import { runPrepared } from './run-prepared.ts';
import { createTransact } from './transact.ts';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  database = openDatabase({ databaseUrl: clone.databaseUrl, maxConnections: 1 });
});
afterAll(async () => {
  await database.close();
  await drop();
});

type Kept = { statement: string; runs: number };
const listKept = async (): Promise<Kept[]> =>
  database.prisma.$queryRawUnsafe<Kept[]>(
    'select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements',
  );
const shape = (length: number) =>
  Prisma.sql`select id from organisations where name in (${Prisma.join(Array.from({ length }, (_, place) => `n${place}`))})`;

describe('a statement of Prisma', () => {
  it('is parsed once a connection: of a model, and raw', async () => {
    for (let call = 0; call < 3; call++) {
      await database.prisma.organisation.findMany({ where: { plan: `p${call}` } });
      await database.prisma.$queryRaw`select ${call}::int + 1 as sum`;
    }
    const kept = await listKept();
    expect(kept.find(({ statement }) => /organisations.*"plan" = \$1/.test(statement))?.runs).toBe(3);
    expect(kept.find(({ statement }) => statement.includes('+ 1 as sum'))?.runs).toBe(3);
  });

  it('is planned once, too, where its values make no difference: PostgreSQL finds that out by the sixth call', async () => {
    for (let call = 10; call < 30; call++) {
      const id = `019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a${call}`;
      await database.prisma.session.updateMany({
        where: { organisation_id: id, id },
        data: { notes: `call ${call}` },
      });
    }
    expect(
      await database.prisma.$queryRawUnsafe(
        `select generic_plans::int, custom_plans::int from pg_prepared_statements where statement ~ '^UPDATE.*"sessions"'`,
      ),
    ).toEqual([{ generic_plans: 15, custom_plans: 5 }]);
  });

  it('is kept no longer than 100 others have come since, whatever shapes lists give: what is in use stays', async () => {
    const often = () => database.prisma.$queryRaw`select ${1}::int as often`;
    await often();
    for (let length = 1; length <= MAX_KEPT + 50; length++) {
      await database.prisma.$queryRaw(shape(length));
      if (length % 10 === 0) await often();
    }
    const kept = await listKept();
    expect(kept).toHaveLength(MAX_KEPT);
    expect(kept.find(({ statement }) => statement.includes('as often'))?.runs).toBeGreaterThan(10);
    expect(kept.filter(({ statement }) => statement.includes('name in'))).toHaveLength(MAX_KEPT - 1);
    // A statement that had to make room is parsed anew.
    await expect(database.prisma.$queryRaw(shape(1))).resolves.toEqual([]);
  });

  it('is not kept where it says so, nor without values', async () => {
    await database.prisma.$queryRaw`select ${1}::int as unkept ${Prisma.raw(PLANNED_ANEW)}`;
    await database.prisma.$queryRaw`select 2 as unkept`;
    expect((await listKept()).filter(({ statement }) => statement.includes('unkept'))).toEqual([]);
  });
});

describe('a plan that no longer fits', () => {
  const transact = () => createTransact({ database, clock: { now: () => new Date() }, writeEffects });
  const WAYS: [string, () => Promise<unknown[]>][] = [
    ['Prisma', () => database.prisma.$queryRaw`select * from altered where id = ${1}`],
    ['runPrepared', () => runPrepared(database.pool, { name: 'altered', text: ALTERED }, [1])],
    [
      'a transaction, which begins anew',
      () => transact()(({ db }) => db.$queryRaw`select * from altered where id = ${1} for update`),
    ],
    [
      'several statements of a transaction',
      () =>
        transact()(async ({ db }) => {
          await db.$queryRaw`select * from altered where id > ${1}`;
          await db.$queryRaw`select * from altered where id < ${1}`;
          return db.$queryRaw<unknown[]>`select * from altered where id = ${1} for update`;
        }),
    ],
  ];
  const ALTERED = 'select * from altered where id = $1';
  beforeEach(() =>
    database.pool.query(
      'drop table if exists altered; create table altered (id int); insert into altered values (1)',
    ),
  );

  it.each(WAYS)('since its table was altered is no error, each time: %s', async (_, read) => {
    for (let count = 0; count < 3; count++) {
      expect(Object.keys((await read())[0] as object)).toHaveLength(count + 1);
      expect(await read()).toHaveLength(1);
      await database.pool.query(`alter table altered add column more_${count} text`);
    }
  });

  it.each(WAYS)('since the connection was made to forget it is no error: %s', async (_, read) => {
    await read();
    await database.prisma.$executeRawUnsafe('deallocate all');
    await Promise.all(
      Array.from({ length: 6 }, () => database.pool.query('deallocate all; select pg_sleep(0.05)')),
    );
    expect(await read()).toHaveLength(1);
  });

  it('is kept anew: the statements after it are parsed once again, and no more', async () => {
    const read = WAYS[0]![1];
    await read();
    await database.pool.query('alter table altered add column more text');
    for (let call = 0; call < 4; call++) await read();
    const runs = (await listKept()).filter(({ statement }) => statement.includes('from altered where id ='));
    expect(runs.map((each) => each.runs)).toContain(3);
  });

  it('hides no other refusal', async () => {
    await expect(database.prisma.$queryRaw`select ${1}::int / 0`).rejects.toThrow(/division by zero/);
    await expect(
      runPrepared(
        database.pool,
        { name: 'refused', text: 'select 1 from altered group by id for update' },
        [],
      ),
    ).rejects.toMatchObject({ code: '0A000' });
  });
});
