import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { PRISMA_DIR } from '../paths.ts';
import { MEANING, toOptions } from '../platform/database/pools/pool-settings.ts';
import { withOptions } from '../platform/database/pools/with-options.ts';
import { migrateDatabase } from '../platform/migrations/migrate-database.ts';
import { readFunctions, readMigrations } from '../platform/migrations/read-scripts.ts';
import { dataDirOf } from './data-dir-of.ts';

export { migrateDatabase };

/** A release left this in a database: its migrations by name, its functions, and rows and objects that it has written. */
export type KeptRelease = {
  migrations: string[];
  functions: Record<string, string>;
  /** The rows of each table, as PostgreSQL writes them in JSON. */
  tables: Record<string, string>;
  /** In base64, by their paths below `objects`. */
  objects: Record<string, string>;
  apiKey: string;
};

const LIST_TABLES = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> '_prisma_migrations' order by relname`;

/** The database is at rest: neither jobs nor the rows of a queue are kept. */
export const keepRelease = async (databaseUrl: string, apiKey: string): Promise<Buffer> => {
  const tables: Record<string, string> = {};
  await useDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(LIST_TABLES);
    for (const { name } of rows) {
      const kept = await client.query<{ rows: string | null }>(
        `select json_agg(t)::text as rows from ${client.escapeIdentifier(name)} t`,
      );
      if (kept.rows[0]!.rows !== null) tables[name] = kept.rows[0]!.rows;
    }
  });
  const functions = await readFunctions(PRISMA_DIR);
  const release: KeptRelease = {
    migrations: (await readMigrations(PRISMA_DIR)).map(({ name }) => name),
    functions: Object.fromEntries(functions.map(({ name, script }) => [name, script])),
    tables,
    objects: await readObjects(dataDirOf(databaseUrl)),
    apiKey,
  };
  return gzipSync(JSON.stringify(release), { level: 9 });
};

const readObjects = async (dataDir: string): Promise<Record<string, string>> => {
  const folder = join(dataDir, 'objects');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'base64')])),
  );
};

/** An empty database becomes what the release left. `prismaDir` is that of the release, until `remove`. */
export const restoreRelease = async (databaseUrl: string, file: string) => {
  const release = JSON.parse(gunzipSync(await readFile(file)).toString()) as KeptRelease;
  const prismaDir = await layOut(release);
  await migrateDatabase({ databaseUrl, prismaDir });
  await useDatabase(databaseUrl, async (client) => {
    // No trigger judges rows that it has judged before, in whatever order they come.
    await client.query('begin; set local session_replication_role = replica');
    for (const [table, rows] of Object.entries(release.tables)) {
      const name = client.escapeIdentifier(table);
      await client.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [
        rows,
      ]);
    }
    await client.query('commit');
  });
  for (const [path, content] of Object.entries(release.objects)) {
    const object = join(dataDirOf(databaseUrl), 'objects', path);
    await mkdir(dirname(object), { recursive: true });
    await writeFile(object, content, 'base64');
  }
  return { release, prismaDir, remove: () => rm(prismaDir, { recursive: true }) };
};

/** No migration goes or changes, so that the names are enough. */
const layOut = async ({ migrations, functions }: KeptRelease): Promise<string> => {
  const prismaDir = await mkdtemp(join(tmpdir(), 'fis-release-'));
  const known = new Map((await readMigrations(PRISMA_DIR)).map(({ name, script }) => [name, script]));
  for (const name of migrations) {
    await mkdir(join(prismaDir, 'migrations', name), { recursive: true });
    await writeFile(join(prismaDir, 'migrations', name, 'migration.sql'), known.get(name)!);
  }
  await mkdir(join(prismaDir, 'functions'));
  for (const [name, script] of Object.entries(functions))
    await writeFile(join(prismaDir, 'functions', `${name}.sql`), script);
  return prismaDir;
};

const useDatabase = async (databaseUrl: string, use: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: withOptions(databaseUrl, toOptions(MEANING)) });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
};
