import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm';

const LOCKFILE = 'migration_lock.toml';

export async function readMigrations(migrationsDir: string): Promise<MigrationList> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: migrationsDir,
    lockfile: { path: LOCKFILE, content: await readLockfile(migrationsDir) },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(names.sort().map((name) => readMigration(migrationsDir, name))),
  };
}

async function readMigration(migrationsDir: string, name: string) {
  const content = await readFile(path.join(migrationsDir, name, 'migration.sql'), 'utf8');
  return {
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: content } },
  };
}

async function readLockfile(migrationsDir: string): Promise<string | null> {
  try {
    return await readFile(path.join(migrationsDir, LOCKFILE), 'utf8');
  } catch {
    return null;
  }
}
