import { borrowEmbeddedPostgres } from '../demo/embedded-postgres/borrow-embedded-postgres.ts';

/** The database that the server uses: DATABASE_URL, or the data folder's for the length of this command. */
export const openAdminDatabase = async ({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
}) => {
  if (databaseUrl) return { databaseUrl, close: async () => {} };
  return borrowEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
};
