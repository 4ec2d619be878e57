import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrateDatabase, unlimit } from './migrate-database.ts';

let databaseUrl: string;
let prismaDir: string;
let client: pg.Client;

beforeEach(async () => {
  databaseUrl = await createEmptyDatabase();
  prismaDir = await mkdtemp(path.join(tmpdir(), 'prisma-'));
  await mkdir(path.join(prismaDir, 'migrations'));
  await mkdir(path.join(prismaDir, 'functions'));
  client = new pg.Client({ connectionString: unlimit(databaseUrl) });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await rm(prismaDir, { recursive: true, force: true });
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
    'select *, started_at <= finished_at as finished from _prisma_migrations',
  );
  expect(rows).toEqual([
    {
      id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      // printf 'create table first (id int primary key)' | sha256sum
      checksum: '071ef67c615e5bb33065fa16f6fca84fe986b0bab59459ace36a7e15bf656904',
      migration_name: '20260101_first',
      applied_steps_count: 1,
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date),
      finished_at: expect.any(Date),
      finished: true,
    },
  ]);
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

it('brings a changed function to a database that is migrated already, and leaves it to older releases', async () => {
  await writeMigration('20260101_first', 'create table first (id int)');
  await writeFunction('answer', 'select 1');
  await migrate();
  expect(await callAnswer()).toBe(1);
  const old = await copyRelease();
  await writeMigration('20260102_answer', '-- functions: of the second release');
  await writeFunction('answer', 'select 2');
  await migrate();
  expect(await callAnswer()).toBe(2);
  await client.query(`delete from _prisma_migrations where migration_name = '20260102_answer'`);
  await migrateDatabase({ databaseUrl, prismaDir: old });
  expect(await callAnswer()).toBe(2);
  await rm(old, { recursive: true });
});

it('brings the functions to a database whose migrations were applied by prisma migrate deploy', async () => {
  await writeMigration('20260101_first', 'create table first (id int)');
  await writeFunction('answer', 'select 1');
  await migrate();
  await client.query('drop function answer; comment on table _prisma_migrations is null');
  expect(await migrate()).toEqual([]);
  expect(await callAnswer()).toBe(1);
});

it('makes a function after the tables that it reads, and leaves nothing of either when it fails', async () => {
  await writeMigration('20260101_first', 'create table first (id int); insert into first values (1)');
  await writeFunction('answer', 'select id from first, missing');
  await expect(migrate()).rejects.toThrow('relation "missing" does not exist, in the function answer');
  expect((await client.query(`select to_regclass('first') as first`)).rows).toEqual([{ first: null }]);
  await writeFunction('answer', 'select id from first');
  await migrate();
  expect(await callAnswer()).toBe(1);
});

describe('refuses, and changes nothing of', () => {
  beforeEach(async () => {
    await writeMigration('20260101_first', 'create table first (id int)');
    await migrate();
    await writeMigration('20260102_second', 'create table second (id int)');
  });

  afterEach(async () => {
    expect((await client.query(`select to_regclass('second') as second`)).rows).toEqual([{ second: null }]);
  });

  it('a database that is newer than the release', async () => {
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '20270101_newer', now())`,
    );
    await expect(migrate()).rejects.toThrow(/newer[^]*20270101_newer/);
    await rm(path.join(prismaDir, 'migrations', '20260102_second'), { recursive: true });
    await migrateDatabase({ databaseUrl, prismaDir, allowNewerDatabase: true });
    // A migration that Prisma's own command marked as rolled back does not count.
    await client.query(`update _prisma_migrations set rolled_back_at = now() where id = 'x'`);
    expect(await migrate()).toEqual([]);
  });

  it('a database in which another script has the name of a migration', async () => {
    await client.query(`update _prisma_migrations set checksum = 'x'`);
    await expect(migrate()).rejects.toThrow(/20260101_first[^]*checksum/);
  });

  it('a database in which a migration failed halfway', async () => {
    await client.query('update _prisma_migrations set finished_at = null');
    await expect(migrate()).rejects.toThrow(/20260101_first failed halfway/);
  });

  it('a database with tables that no migration made', async () => {
    await client.query('drop table _prisma_migrations');
    await expect(migrate()).rejects.toThrow('not empty');
  });
});

describe('a table that a transaction keeps', () => {
  let reader: pg.Client;
  beforeEach(async () => {
    await writeMigration('20260101_first', 'create table first (id int)');
    await migrate();
    await writeMigration('20260102_second', 'alter table first add column note text');
    reader = new pg.Client({ connectionString: databaseUrl });
    await reader.connect();
    await reader.query('begin; select from first');
  });
  afterEach(() => reader.end());

  it('is waited for a moment at a time, so that nobody else waits longer, and is changed when it is free', async () => {
    const manners = { lockTimeoutMs: 100, pauseMs: 100, patienceMs: 60_000 };
    const migrating = migrateDatabase({ databaseUrl, prismaDir, manners });
    await client.query(`set lock_timeout = '5s'`);
    for (let written = 0; written < 20; written++) {
      await client.query('insert into first values (1)');
      await sleep(20);
    }
    await reader.query('commit');
    expect((await migrating).applied).toEqual(['20260102_second']);
    expect((await client.query('select note from first')).rows).toHaveLength(20);
  });

  it('is given up soon, too, when it is one of the job queue', async () => {
    await reader.query('rollback; begin; lock table graphile_worker.migrations');
    const manners = { lockTimeoutMs: 50, pauseMs: 10, patienceMs: 200 };
    await expect(migrateDatabase({ databaseUrl, prismaDir, manners })).rejects.toThrow(
      /was in use for 0.2 s/,
    );
    await reader.query('rollback');
    await migrateDatabase({ databaseUrl, prismaDir, manners });
  });

  it('is left as it was when it is never free, and the refusal says what to look for', async () => {
    const manners = { lockTimeoutMs: 50, pauseMs: 10, patienceMs: 200 };
    await expect(migrateDatabase({ databaseUrl, prismaDir, manners })).rejects.toThrow(
      /was in use for 0.2 s[^]*20260102_second[^]*pg_stat_activity/,
    );
    expect((await client.query('select * from first')).fields).toHaveLength(1);
  });
});

it('leaves nothing of migrations that fail, so that a mended one is applied at the next start', async () => {
  await writeMigration('20260101_first', 'create table first (id int)');
  await writeMigration('20260102_second', 'create table second (id int); select 1 / 0');
  await expect(migrate()).rejects.toThrow(/division by zero[^]*20260102_second/);
  const { rows } = await client.query(
    `select to_regclass('first') as first, to_regclass('_prisma_migrations') as books`,
  );
  expect(rows).toEqual([{ first: null, books: null }]);
  await rm(path.join(prismaDir, 'migrations', '20260102_second'), { recursive: true });
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
  await rm(path.join(prismaDir, 'migrations', '20260101_first'), { recursive: true });
  await writeMigration('20260101_first', 'create table first (id int)');
  expect(await migrate()).toEqual(['20260101_first']);
});

it('says so when the database is not there', async () => {
  const elsewhere = new URL(databaseUrl);
  elsewhere.pathname = '/missing';
  await expect(migrateDatabase({ databaseUrl: elsewhere.href, prismaDir })).rejects.toThrow(
    'DATABASE_URL: there is no such database (3D000)',
  );
});

async function terminateSleepers(): Promise<number> {
  const { rows } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  );
  return rows.length;
}

async function migrate(): Promise<string[]> {
  return (await migrateDatabase({ databaseUrl, prismaDir })).applied;
}

async function callAnswer(): Promise<number> {
  return (await client.query<{ answer: number }>('select answer()')).rows[0]!.answer;
}

async function copyRelease(): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'prisma-'));
  await cp(prismaDir, copy, { recursive: true });
  return copy;
}

async function writeFunction(name: string, body: string): Promise<void> {
  const script = `create or replace function ${name}() returns int language sql as $$ ${body} $$;`;
  await writeFile(path.join(prismaDir, 'functions', `${name}.sql`), script);
}

async function writeMigration(name: string, script: string): Promise<void> {
  await mkdir(path.join(prismaDir, 'migrations', name));
  await writeFile(path.join(prismaDir, 'migrations', name, 'migration.sql'), script);
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
