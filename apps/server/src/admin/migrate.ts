import type { AppliedMigration } from '../platform/migrations/apply-migrations.ts';
import {
  listMissingMigrations,
  migrateDatabase,
  type MigrateDatabaseOptions,
} from '../platform/migrations/migrate-database.ts';

type Output = { isDryRun: boolean; isJson: boolean; print: (line: string) => void };

/**
 * Brings the database up to date as a start does, so that no process that serves need know the owner's password. A dry
 * run tells what is missing, and changes nothing.
 */
export const migrate = async (
  options: MigrateDatabaseOptions,
  { isDryRun, isJson, print }: Output,
): Promise<void> => {
  const rows = isDryRun ? await foresee(options) : await apply(options);
  if (isJson) return print(JSON.stringify(rows));
  if (rows.length === 0) return print('No migration is missing.');
  for (const row of rows) print(showRow(row));
};

type Row = { migration: string; duration_ms?: number };

const foresee = async (options: MigrateDatabaseOptions): Promise<Row[]> =>
  (await listMissingMigrations(options)).map((migration) => ({ migration }));

const apply = async (options: MigrateDatabaseOptions): Promise<Row[]> => {
  const applied: AppliedMigration[] = [];
  await migrateDatabase({ ...options, onApplied: (migration) => applied.push(migration) });
  return applied.map(({ name, durationMs }) => ({ migration: name, duration_ms: durationMs }));
};

const showRow = ({ migration, duration_ms: durationMs }: Row): string =>
  durationMs === undefined ? `missing  ${migration}` : `applied  ${migration}  ${durationMs} ms`;
