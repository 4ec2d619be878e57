import type { readDataConfig } from '../config.ts';
import { borrowEmbeddedPostgres } from '../platform/embedded-postgres/borrow-embedded-postgres.ts';

/** The database that the server uses: DATABASE_URL, or the data folder's for the length of this command. */
export const openAdminDatabase = async ({
  databaseUrl,
  databaseOwnerUrl,
  dataDir,
}: Pick<ReturnType<typeof readDataConfig>, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>) => {
  if (databaseUrl) return { databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl, close: async () => {} };
  const borrowed = await borrowEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
  return { ...borrowed, ownerUrl: borrowed.databaseUrl };
};
