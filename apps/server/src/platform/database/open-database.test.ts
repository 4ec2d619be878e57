import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { openDatabase, type Database } from './open-database.ts';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  database = openDatabase({ databaseUrl: clone.databaseUrl, maxConnections: 2 });
});
afterAll(async () => {
  await database.close();
  await drop();
});

type Setting = { name: string; setting: string };
const LIMITS = `select name, setting from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`;
const EXPECTED = [
  { name: 'idle_in_transaction_session_timeout', setting: '10000' },
  { name: 'lock_timeout', setting: '4000' },
  { name: 'statement_timeout', setting: '5000' },
];

describe('openDatabase', () => {
  it('limits every connection, of Prisma and of the pool: no statement, lock or forgotten transaction holds one for good', async () => {
    expect((await database.pool.query<Setting>(LIMITS)).rows).toEqual(EXPECTED);
    expect(await database.prisma.$queryRawUnsafe<Setting[]>(LIMITS)).toEqual(EXPECTED);
  });

  it('plans a prepared statement of the pool once, however few rows each call is about', async () => {
    const client = await database.pool.connect();
    const text = 'select count(*) from unnest($1::int[]) as number join pg_class on oid = number';
    for (let call = 0; call < 10; call++) await client.query({ name: 'few', text, values: [[call]] });
    // A name gets a number once a table has changed in the life of this process.
    const { rows } = await client.query(
      `select generic_plans::int, custom_plans::int from pg_prepared_statements where name ~ '^few(\\.|$)'`,
    );
    client.release();
    expect(rows).toEqual([{ generic_plans: 10, custom_plans: 0 }]);
  });

  it('opens no more connections than it may', async () => {
    const rows = await Promise.all(
      Array.from(
        { length: 10 },
        () =>
          database.prisma.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid from pg_sleep(0.02)`,
      ),
    );
    expect(new Set(rows.map(([row]) => row!.pid)).size).toBe(2);
  });

  it('survives the end of its idle connections: the next statements get new ones', async () => {
    await database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await vi.waitFor(
      async () => expect(await database.prisma.$queryRaw`select 1 as one`).toEqual([{ one: 1 }]),
      30_000,
    );
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('fails soon where no database answers', async () => {
    const away = openDatabase({ databaseUrl: 'postgresql://127.0.0.1:1/none' });
    await expect(away.prisma.$queryRaw`select 1`).rejects.toThrow(/ECONNREFUSED|reach/);
    await expect(away.pool.query('select 1')).rejects.toThrow('ECONNREFUSED');
    await away.close();
  });
});
