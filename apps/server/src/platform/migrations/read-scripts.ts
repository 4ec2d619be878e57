import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The checksum is what Prisma writes beside an applied migration. */
export type Migration = { name: string; script: string; checksum: string };

export async function readMigrations(prismaDir: string): Promise<Migration[]> {
  const migrationsDir = path.join(prismaDir, 'migrations');
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const script = await readFile(path.join(migrationsDir, name, 'migration.sql'), 'utf8');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    }),
  );
}

export type SqlFunction = { name: string; script: string };

export async function readFunctions(prismaDir: string): Promise<SqlFunction[]> {
  const functionsDir = path.join(prismaDir, 'functions');
  const files = (await readdir(functionsDir)).filter((file) => file.endsWith('.sql'));
  return Promise.all(
    files.sort().map(async (file) => ({
      name: path.basename(file, '.sql'),
      script: await readFile(path.join(functionsDir, file), 'utf8'),
    })),
  );
}

/**
 * A migration says by this line that it brings a database these functions: a test asks for it, so that no function
 * changes without a migration. The comment above a function does not count, since no database holds it.
 */
export function markFunctions(functions: SqlFunction[]): string {
  const hash = createHash('sha256');
  for (const { script } of functions) hash.update(script.slice(script.search(/^create /m)));
  return `-- functions: ${hash.digest('hex')}`;
}
