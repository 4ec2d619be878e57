import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All servers on the databases of one PostgreSQL share the folder, which ends with the run. */
export const runDataDir = (databaseUrl: string): string =>
  join(tmpdir(), `fis-files-${new URL(databaseUrl).port}`);

export const dataDirOf = (databaseUrl: string): string =>
  join(runDataDir(databaseUrl), new URL(databaseUrl).pathname.slice(1));
