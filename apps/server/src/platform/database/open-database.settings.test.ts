import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { ODD_SETTINGS, setOddly } from '../../testing/odd-settings.ts';
import { openQueue } from '../jobs/open-queue.ts';
import { openDatabase, type Database } from './open-database.ts';
import { MEANING } from './pools/pool-settings.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let database: Database;
let queue: pg.Pool;

beforeAll(async () => {
  clone = await cloneDatabase();
  const admin = new pg.Client({ connectionString: clone.databaseUrl });
  await admin.connect();
  const limits = { statement_timeout: '1', lock_timeout: '1', idle_in_transaction_session_timeout: '1' };
  const name = new URL(clone.databaseUrl).pathname.slice(1);
  await admin.query(setOddly(`database ${name}`, { ...ODD_SETTINGS, search_path: 'pg_catalog', ...limits }));
  await admin.end();
  database = openDatabase(clone);
  queue = openQueue(clone.databaseUrl, () => {});
});
afterAll(async () => {
  await queue.end();
  await database.close();
  await clone.drop();
});

const readAll = `select json_object_agg(name, setting) as settings from pg_settings where name = any ($1)`;
const NAMES = Object.keys(MEANING);

it.each([
  ['requests', (text: string) => database.prisma.$queryRawUnsafe<object[]>(text, NAMES)],
  ['prepared statements', async (text: string) => (await database.pool.query<object>(text, [NAMES])).rows],
  ['one connection', async (text: string) => (await database.direct.query<object>(text, [NAMES])).rows],
  ['the job queue', async (text: string) => (await queue.query<object>(text, [NAMES])).rows],
])('the connections of %s mean the same, whatever others have set', async (_, ask) => {
  expect(await ask(readAll)).toEqual([{ settings: MEANING }]);
});

it('no limit that others have set ends a statement of the job queue, which takes 20 ms', async () => {
  const { rows } = await queue.query('select pg_sleep(0.02) is not null as has_slept');
  expect(rows).toEqual([{ has_slept: true }]);
});

it('times, bytes, fractions and nulls in lists are read as they were written', async () => {
  const values = {
    at: '2026-11-04 03:02:01.123456+00',
    bytes: Buffer.from([0, 1, 92, 39, 255]),
    share: 0.1 + 0.2,
    texts: '{a,NULL,"b\\\\c"}',
  };
  const ask = `select $1::timestamptz as at, $2::bytea as bytes, $3::float8 as share, $4::text[] as texts, 'a\\b' as text`;
  const expected = {
    at: new Date('2026-11-04T03:02:01.123Z'),
    bytes: values.bytes,
    share: 0.30000000000000004,
    texts: ['a', null, 'b\\c'],
    text: 'a\\b',
  };
  const { rows } = await database.pool.query(ask, Object.values(values));
  expect(rows).toEqual([expected]);
  const [row] = await database.prisma.$queryRawUnsafe<Record<string, unknown>[]>(
    ask,
    ...Object.values(values),
  );
  expect({ ...row, bytes: Buffer.from(row!['bytes'] as Uint8Array) }).toEqual(expected);
});
