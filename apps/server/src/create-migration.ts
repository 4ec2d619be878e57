// script/node apps/server/src/create-migration.ts <name>
// Writes the migration that leads from prisma/migrations to prisma/schema and prisma/functions, with nothing
// downloaded: the migrations run on a scratch PostgreSQL, and Prisma's engine compares what comes out with the schema.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { PRISMA_DIR } from './paths.ts';
import { startEmbeddedPostgres } from './demo/embedded-postgres/start-embedded-postgres.ts';
import { applyMigrations } from './platform/migrations/apply-migrations.ts';
import { diffSchema } from './platform/migrations/diff-schema.ts';
import { markFunctions, readFunctions, readMigrations } from './platform/migrations/read-scripts.ts';

await createMigration(process.argv[2] ?? '');

async function createMigration(name: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    throw new Error('Name the migration: words in lower case, joined by _.');
  const parts = [await findFunctionsMark(), await onScratchDatabase(diffToSchema)];
  const script = parts.filter((part) => part !== null).join('\n');
  if (script === '') {
    console.log('The migrations lead to this schema and these functions already: nothing to write.');
    return;
  }
  const timestamp = formatTimestamp(new Date(performance.timeOrigin));
  const file = path.join(PRISMA_DIR, 'migrations', `${timestamp}_${name}`, 'migration.sql');
  await mkdir(path.dirname(file));
  await writeFile(file, script);
  console.log(`${path.relative(process.cwd(), file)}: read it, and add what Prisma's schema can't say.`);
}

async function findFunctionsMark(): Promise<string | null> {
  const mark = markFunctions(await readFunctions(PRISMA_DIR));
  const migrations = await readMigrations(PRISMA_DIR);
  const marks = migrations.flatMap(({ script }) => script.match(/^-- functions: .*$/gm) ?? []);
  return marks.at(-1) === mark ? null : `${mark}\n`;
}

async function onScratchDatabase<Result>(use: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'create-migration-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: console.error });
    return await use(postgres.databaseUrl).finally(postgres.stop);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function diffToSchema(databaseUrl: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await applyMigrations(client, { prismaDir: PRISMA_DIR }).finally(() => client.end());
  return diffSchema({ databaseUrl, schemaDir: path.join(PRISMA_DIR, 'schema') });
}

function formatTimestamp(now: Date): string {
  return now.toISOString().replace(/\D/g, '').slice(0, 14);
}
