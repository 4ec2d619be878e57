// script/node apps/server/src/platform/create-migration.ts <name>
// Writes the migration that leads from prisma/migrations to prisma/schema, with nothing downloaded: the
// migrations run on a scratch PostgreSQL, and Prisma's engine compares what comes out with the schema.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { diffSchema } from './diff-schema.ts';
import { startEmbeddedPostgres } from '../demo/embedded-postgres/start-embedded-postgres.ts';
import { applyMigrations } from './migrate-database.ts';

const PRISMA_DIR = path.resolve(import.meta.dirname, '../../../../prisma');
const MIGRATIONS_DIR = path.join(PRISMA_DIR, 'migrations');
const LOCKFILE = `# Written by create-migration; Prisma reads the provider from it.\nprovider = "postgresql"\n`;

await createMigration(process.argv[2] ?? '');

async function createMigration(name: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    throw new Error('Name the migration: words in lower case, joined by _.');
  await mkdir(MIGRATIONS_DIR, { recursive: true });
  await writeFile(path.join(MIGRATIONS_DIR, 'migration_lock.toml'), LOCKFILE);
  const script = await onScratchDatabase(diffToSchema);
  if (script === null) {
    console.log('The migrations lead to this schema already: nothing to write.');
    return;
  }
  const timestamp = formatTimestamp(new Date(performance.timeOrigin));
  const file = path.join(MIGRATIONS_DIR, `${timestamp}_${name}`, 'migration.sql');
  await mkdir(path.dirname(file));
  await writeFile(file, script);
  console.log(`${path.relative(process.cwd(), file)}: read it, and add what Prisma's schema can't say.`);
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
  await applyMigrations({ databaseUrl, migrationsDir: MIGRATIONS_DIR });
  return diffSchema({ databaseUrl, schemaDir: path.join(PRISMA_DIR, 'schema') });
}

function formatTimestamp(now: Date): string {
  return now.toISOString().replace(/\D/g, '').slice(0, 14);
}
