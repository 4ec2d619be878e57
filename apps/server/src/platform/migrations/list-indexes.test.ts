import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { PRISMA_DIR } from '../../paths.ts';
import { createEmptyDatabase } from '../../testing/clone-database.ts';
import { migrateDatabase } from './migrate-database.ts';

const MIGRATION = /_list_filters/;

const readGuide = async (): Promise<string[]> => {
  const [, block] = /has an index\n[^]*?```sql\n([^]*?)```/.exec(await readPage())!;
  return block!.split(';').filter((statement) => statement.trim() !== '');
};

const readPage = () => readFile(path.join(PRISMA_DIR, '../docs/upgrading.md'), 'utf8');

test('the indexes of the filters are those that the guide has made before, concurrently: the migration makes none anew', async () => {
  const { databaseUrl, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const before = await mkdtemp(path.join(tmpdir(), 'prisma-'));
  onTestFinished(() => rm(before, { recursive: true }));
  await cp(PRISMA_DIR, before, { recursive: true, filter: (source) => !MIGRATION.test(source) });
  await migrateDatabase({ databaseUrl, prismaDir: before });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const readIndexes = async () => {
    const { rows } = await client.query<{ name: string; file: number; definition: string }>(
      `select relname as name, relfilenode::int as file, pg_get_indexdef(oid) as definition
       from pg_class where relkind = 'i' and relnamespace = 'public'::regnamespace order by relname`,
    );
    return rows;
  };
  const first = await readIndexes();
  for (const statement of await readGuide()) await client.query(statement);
  const made = await readIndexes();
  expect(made).toHaveLength(first.length + 4);
  const { applied } = await migrateDatabase({ databaseUrl, prismaDir: PRISMA_DIR });
  expect(applied).toEqual([expect.stringMatching(MIGRATION)]);
  const after = await readIndexes();
  expect(after).toHaveLength(made.length - 2);
  for (const index of after) expect(made).toContainEqual(index);

  const fresh = await createEmptyDatabase();
  onTestFinished(fresh.drop);
  await migrateDatabase({ databaseUrl: fresh.databaseUrl, prismaDir: PRISMA_DIR });
  const other = new pg.Client({ connectionString: fresh.databaseUrl });
  await other.connect();
  const { rows } = await other.query<{ definition: string }>(
    `select pg_get_indexdef(oid) as definition
     from pg_class where relkind = 'i' and relnamespace = 'public'::regnamespace order by relname`,
  );
  await other.end();
  expect(after.map(({ definition }) => ({ definition }))).toEqual(rows);
});

test('the indexes that the guide has made before other releases, too, are those that the migrations make', async () => {
  const { databaseUrl, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  await migrateDatabase({ databaseUrl, prismaDir: PRISMA_DIR });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const readDefinition = async (name: string) =>
    (await client.query<{ definition: string }>(`select pg_get_indexdef($1::regclass) as definition`, [name]))
      .rows;
  const told = [
    ...(await readPage()).matchAll(/create index concurrently if not exists (\w+)[^;]*(?=;)/g),
  ].filter(([, name]) => /^(sessions_retained|messages)_/.test(name!));
  expect(told).toHaveLength(3);
  for (const [statement, name = ''] of told) {
    const made = await readDefinition(name);
    await client.query(`drop index ${name}`);
    await client.query(statement);
    expect(await readDefinition(name)).toEqual(made);
  }
});
