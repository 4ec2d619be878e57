import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRISMA_DIR } from '../paths.ts';
import { migrateDatabase } from '../platform/migrations/migrate-database.ts';

/** The next release has one migration more than this one. */
export const migrateToNext = async (databaseUrl: string, script: string): Promise<string[]> => {
  const prismaDir = await mkdtemp(join(tmpdir(), 'fis-next-release-'));
  try {
    await cp(PRISMA_DIR, prismaDir, { recursive: true });
    await mkdir(join(prismaDir, 'migrations', NEXT));
    await writeFile(join(prismaDir, 'migrations', NEXT, 'migration.sql'), script);
    return (await migrateDatabase({ databaseUrl, prismaDir })).applied;
  } finally {
    await rm(prismaDir, { recursive: true });
  }
};

const NEXT = '29991231000000_next';
