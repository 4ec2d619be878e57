import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the folder of all servers on the databases of one PostgreSQL while tests run; it ends with the run. */
export const runDataDir = (databaseUrl: string): string =>
  join(tmpdir(), `fis-files-${new URL(databaseUrl).port}`);

/** Gives the folder that the servers on one database share. */
export const dataDirOf = (databaseUrl: string): string =>
  join(runDataDir(databaseUrl), new URL(databaseUrl).pathname.slice(1));
