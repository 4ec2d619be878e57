import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The checksum is the one that Prisma writes beside the name of a migration that was applied. */
export type Migration = { name: string; script: string; checksum: string };

/** The migrations of prisma/migrations, in the order in which they apply. */
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
