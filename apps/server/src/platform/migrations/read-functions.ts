import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** One function of prisma/functions; its file has its name. */
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
 * The line of the migration that brings a database these functions: a test asks for it, so that none changes without
 * a migration. The comment above a function does not count, since no database holds it.
 */
export function markFunctions(functions: SqlFunction[]): string {
  const hash = createHash('sha256');
  for (const { script } of functions) hash.update(script.slice(script.search(/^create /m)));
  return `-- functions: ${hash.digest('hex')}`;
}
