import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRISMA_DIR } from '../../paths.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('no foreign key passes a change of its key on (onUpdate: NoAction in the schema), and each is valid', async () => {
  const { rows } = await client.query<{ name: string; passesOn: boolean; isValid: boolean }>(`
    select conname as name, confupdtype <> 'a' as "passesOn", convalidated as "isValid"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter(({ passesOn, isValid }) => passesOn || !isValid)).toEqual([]);
});

it('a row can not lead into another organisation: its foreign keys have its organisation', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select conname as name
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'organisation_id'
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not a.attnum = any (k.conkey)`);
  expect(rows).toEqual([]);
});

it('a key that a row of another table has is not changed: PostgreSQL refuses it', async () => {
  const id = '00000000-0000-7000-8000-000000000001';
  await client.query(`
    insert into organisations (id, name, plan, locale, created_at) values ('${id}', 'Acme', 'free', 'en', now());
    insert into directories (organisation_id) values ('${id}')`);
  await expect(
    client.query('update organisations set id = gen_random_uuid() where id = $1', [id]),
  ).rejects.toMatchObject({ code: '23503' });
});

it('no statement that names its columns, and no function, sets one to which a foreign key leads', async () => {
  const { rows } = await client.query<{ referred: string }>(`
    select distinct f.relname || '.' || a.attname as referred
    from pg_constraint k
    join pg_class f on f.oid = k.confrelid
    join pg_attribute a on a.attrelid = k.confrelid and a.attnum = any (k.confkey)
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`);
  const referred = rows.map((row) => row.referred);
  const set = sources.flatMap(listSetColumns);
  expect(referred).toEqual(expect.arrayContaining(['organisations.id', 'sessions.id']));
  expect(set).toEqual(expect.arrayContaining(['webhook_deliveries.status', 'participants.consent_camera']));
  expect(set.filter((column) => referred.includes(column))).toEqual([]);
});

const sources = [
  ...globSync('**/*.ts', {
    cwd: join(import.meta.dirname, '../..'),
    exclude: ['testing/**', '**/*.test.ts'],
  }).map((name) => join(import.meta.dirname, '../..', name)),
  ...globSync('functions/*.sql', { cwd: PRISMA_DIR }).map((name) => join(PRISMA_DIR, name)),
].map((file) => readFileSync(file, 'utf8'));

const UPDATE =
  /\bupdate (?:public\.)?(\w+)(?: (?:as )?(?!set\b)\w+)?\s+set\s([^]*?)(?:\bwhere\b|\bfrom\b|\breturning\b|;|`)/g;

/** Such as `sessions.status`, of each statement of SQL in a text. */
const listSetColumns = (text: string): string[] =>
  [...text.matchAll(UPDATE)].flatMap(([, table, columns = '']) =>
    [...columns.matchAll(/\b(\w+)\s*=(?!=)/g)].map(([, column]) => `${table}.${column}`),
  );
