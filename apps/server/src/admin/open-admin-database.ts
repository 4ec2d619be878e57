import { acquireDataDirLock } from '../platform/embedded-postgres/acquire-data-dir-lock.ts';
import { findEmbeddedPostgres } from '../platform/embedded-postgres/find-embedded-postgres.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start-embedded-postgres.ts';

/**
 * The database that the server uses: DATABASE_URL, the embedded one that runs, or the embedded one
 * started for the length of this command.
 */
export const openAdminDatabase = async ({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
}) => {
  if (databaseUrl) return { databaseUrl, close: async () => {} };
  const running = await findEmbeddedPostgres({ dataDir });
  if (running) return { databaseUrl: running.databaseUrl, close: async () => {} };
  const lock = await acquireDataDirLock({ dataDir, baseUrl: 'script/admin' });
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
  return {
    databaseUrl: postgres.databaseUrl,
    close: async () => {
      await postgres.stop();
      await lock.release();
    },
  };
};
