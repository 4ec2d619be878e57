import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { migrateDatabase } from './migrate-database.ts';

let databaseUrl: string;
let migrationsDir: string;
let client: pg.Client;

beforeEach(async () => {
  databaseUrl = await createEmptyDatabase();
  migrationsDir = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await rm(migrationsDir, { recursive: true, force: true });
  await runOnServer(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
});

it('applies what is new, in the order of the names, and nothing twice', async () => {
  await writeMigration('20260102_second', 'alter table first add column note text');
  await writeMigration('20260101_first', 'create table first (id int primary key)');
  expect(await migrate()).toEqual(['20260101_first', '20260102_second']);
  await writeMigration('20260103_third', 'create table third (id int)');
  expect(await migrate()).toEqual(['20260103_third']);
  expect(await migrate()).toEqual([]);
});

it('keeps the books that Prisma keeps', async () => {
  await writeMigration('20260101_first', 'create table first (id int primary key)');
  await migrate();
  const { rows } = await client.query(
    'select migration_name, applied_steps_count, finished_at is not null as finished from _prisma_migrations',
  );
  expect(rows).toEqual([{ migration_name: '20260101_first', applied_steps_count: 1, finished: true }]);
});

it('makes the schema of the job queue too', async () => {
  await migrate();
  const { rows } = await client.query(`select to_regclass('graphile_worker.jobs') is not null as found`);
  expect(rows).toEqual([{ found: true }]);
});

it('applies each migration once when several servers start at the same time', async () => {
  await writeMigration('20260101_first', 'create table first (id int primary key)');
  await writeMigration('20260102_second', 'insert into first values (1)');
  const applied = await Promise.all([migrate(), migrate(), migrate(), migrate()]);
  expect(applied.flat().sort()).toEqual(['20260101_first', '20260102_second']);
  expect((await client.query('select id from first')).rows).toEqual([{ id: 1 }]);
});

it('leaves semicolons alone in functions, strings and comments', async () => {
  const script = `
    -- First one thing; then another.
    create table notes (text text default 'a;b');
    create function refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'append only;';
      return null;
    end
    $$;
    create trigger refuse before delete on notes for each row execute function refuse();
    insert into notes default values;`;
  await writeMigration('20260101_notes', script);
  await migrate();
  expect((await client.query('select text from notes')).rows).toEqual([{ text: 'a;b' }]);
  await expect(client.query('delete from notes')).rejects.toThrow('append only;');
});

it('leaves nothing of migrations that fail, so that a mended one is applied at the next start', async () => {
  await writeMigration('20260101_first', 'create table first (id int)');
  await writeMigration('20260102_second', 'create table second (id int); select 1 / 0');
  await expect(migrate()).rejects.toThrow(/division by zero[^]*20260102_second/);
  const { rows } = await client.query(
    `select to_regclass('first') as first, to_regclass('_prisma_migrations') as books`,
  );
  expect(rows).toEqual([{ first: null, books: null }]);
  await rm(path.join(migrationsDir, '20260102_second'), { recursive: true });
  await writeMigration('20260102_second', 'create table second (id int)');
  expect(await migrate()).toEqual(['20260101_first', '20260102_second']);
});

it('leaves nothing of a migration in whose middle its connection was cut', async () => {
  await writeMigration('20260101_first', 'create table first (id int); select pg_sleep(60)');
  const cut = expect(migrate()).rejects.toMatchObject({
    message: expect.stringContaining('20260101_first'),
    cause: { message: expect.stringContaining('terminating connection') },
  });
  await expect.poll(() => terminateSleepers(), { timeout: 10_000 }).toBe(1);
  await cut;
  await rm(path.join(migrationsDir, '20260101_first'), { recursive: true });
  await writeMigration('20260101_first', 'create table first (id int)');
  expect(await migrate()).toEqual(['20260101_first']);
});

it('says so when the database is not there', async () => {
  const elsewhere = new URL(databaseUrl);
  elsewhere.pathname = '/missing';
  await expect(migrateDatabase({ databaseUrl: elsewhere.href, migrationsDir })).rejects.toThrow('missing');
});

async function terminateSleepers(): Promise<number> {
  const { rows } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  );
  return rows.length;
}

async function migrate(): Promise<string[]> {
  return (await migrateDatabase({ databaseUrl, migrationsDir })).applied;
}

async function writeMigration(name: string, script: string): Promise<void> {
  await mkdir(path.join(migrationsDir, name));
  await writeFile(path.join(migrationsDir, name, 'migration.sql'), script);
}

async function createEmptyDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  await runOnServer(`create database ${name}`);
  url.pathname = `/${name}`;
  return url.href;
}

async function runOnServer(statement: string): Promise<void> {
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  await server.query(statement).finally(() => server.end());
}
