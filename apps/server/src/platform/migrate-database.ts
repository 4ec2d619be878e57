import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { readMigrations } from './read-migrations.ts';
import { useSchemaEngine } from './use-schema-engine.ts';

export type MigrateDatabaseOptions = { databaseUrl: string; migrationsDir: string };

// Any number that nothing else locks on: Prisma's own engine takes 72707369, the job queue none.
const MIGRATION_LOCK = 4_126_553_011;

/** Does what `prisma migrate deploy` does, and brings the job queue's own schema up to date after it. */
export async function migrateDatabase(options: MigrateDatabaseOptions): Promise<{ applied: string[] }> {
  const lock = new pg.Client({ connectionString: options.databaseUrl });
  // A lost connection fails the query that waits for it; this second report would end the process.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    // Raw: held by the session over many transactions, which Prisma's pool can't promise.
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await applyMigrations(options);
    await runMigrations({ connectionString: options.databaseUrl });
    return { applied };
  } finally {
    await lock.end();
  }
}

/** Applies the folder's migrations alone: no lock, no job queue. */
export async function applyMigrations({
  databaseUrl,
  migrationsDir,
}: MigrateDatabaseOptions): Promise<string[]> {
  const migrationsList = await readMigrations(migrationsDir);
  const filters = { externalTables: [], externalEnums: [] };
  const { appliedMigrationNames } = await useSchemaEngine({ databaseUrl }, (engine) =>
    engine.applyMigrations({ migrationsList, filters }),
  );
  return appliedMigrationNames;
}
