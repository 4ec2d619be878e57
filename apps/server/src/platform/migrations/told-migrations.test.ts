import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase } from '../../testing/clone-database.ts';
import { listMissingMigrations, migrateDatabase } from './migrate-database.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let databaseUrl: string;
let prismaDir: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  ({ databaseUrl } = database);
  prismaDir = await mkdtemp(path.join(tmpdir(), 'prisma-'));
  for (const name of ['migrations', 'functions']) await mkdir(path.join(prismaDir, name));
});
afterEach(async () => {
  await database.drop();
  await rm(prismaDir, { recursive: true });
});

const writeMigration = async (name: string, script: string): Promise<void> => {
  await mkdir(path.join(prismaDir, 'migrations', name));
  await writeFile(path.join(prismaDir, 'migrations', name, 'migration.sql'), script);
};

const migrate = async (): Promise<string[]> => (await migrateDatabase({ databaseUrl, prismaDir })).applied;

const hasBooks = async (): Promise<boolean> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(`select to_regclass('_prisma_migrations') is not null as found`);
  await client.end();
  return rows[0].found;
};

it('tells of each migration how long it took, in their order, once all are committed', async () => {
  await writeMigration('20260101_first', 'create table first (id int primary key); select pg_sleep(0.05)');
  await writeMigration('20260102_second', 'alter table first add column note text');
  const told: { name: string; durationMs: number }[] = [];
  const tell = (migration: { name: string; durationMs: number }) => void told.push(migration);
  await migrateDatabase({ databaseUrl, prismaDir, onApplied: tell });
  expect(told.map(({ name }) => name)).toEqual(['20260101_first', '20260102_second']);
  expect(told[0]!.durationMs).toBeGreaterThanOrEqual(50);
  await writeMigration('20260103_third', 'select missing');
  await expect(migrateDatabase({ databaseUrl, prismaDir, onApplied: tell })).rejects.toThrow('missing');
  expect(told).toHaveLength(2);
});

it('a dry run tells what is missing, of an empty database, too, and changes nothing', async () => {
  await writeMigration('20260101_first', 'create table first (id int primary key)');
  expect(await listMissingMigrations({ databaseUrl, prismaDir })).toEqual(['20260101_first']);
  expect(await hasBooks()).toBe(false);
  await migrate();
  await writeMigration('20260102_second', 'alter table first add column note text');
  expect(await listMissingMigrations({ databaseUrl, prismaDir })).toEqual(['20260102_second']);
  expect(await migrate()).toEqual(['20260102_second']);
  expect(await listMissingMigrations({ databaseUrl, prismaDir })).toEqual([]);
});

it('a dry run refuses what a start refuses: a database that is newer than the release', async () => {
  await writeMigration('20260101_first', 'create table first (id int primary key)');
  await migrate();
  const old = `${prismaDir}-old`;
  await cp(prismaDir, old, { recursive: true });
  await writeMigration('20260102_second', 'alter table first add column note text');
  await migrate();
  await expect(listMissingMigrations({ databaseUrl, prismaDir: old })).rejects.toThrow(
    'The database is newer than this release',
  );
  await rm(old, { recursive: true });
});
