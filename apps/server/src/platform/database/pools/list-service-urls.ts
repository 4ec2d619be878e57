import type { Secrets } from '../../../config/read-config.ts';

type Addresses = Pick<
  Secrets,
  'databaseUrl' | 'databaseOwnerUrl' | 'databaseDirectUrl' | 'databasePreparedUrl'
>;

/** The addresses as whose roles rows are read and written, but for that which migrates: it has its rights. */
export const listServiceUrls = (addresses: Addresses): string[] => {
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl, databasePreparedUrl } = addresses;
  const migrating = databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl;
  const all = [databaseUrl, databaseDirectUrl, databasePreparedUrl];
  return [...new Set(all)].filter((url) => url !== undefined && url !== migrating) as string[];
};
