import type { Secrets } from '../../../config/read-config.ts';
import type { Address } from './connect-client.ts';

type Addresses = Pick<
  Secrets,
  'databaseUrl' | 'databaseOwnerUrl' | 'databaseDirectUrl' | 'databasePreparedUrl'
>;

/** A pooler refuses settings of a connection: its roles have them. */
export type ServingAddress = Address & { isPooled?: boolean };

/** The migrating role has its rights; each other address gets its rights once. */
export const planMigration = (
  addresses: Addresses,
): { databaseUrl: string; variable: string; serving: ServingAddress[] } => {
  const owner = listOf('DATABASE_OWNER_URL', addresses.databaseOwnerUrl);
  const direct = listOf('DATABASE_DIRECT_URL', addresses.databaseDirectUrl);
  const requests = listOf('DATABASE_URL', addresses.databaseUrl);
  const prepared = listOf('DATABASE_PREPARED_URL', addresses.databasePreparedUrl);
  const [migrating] = [...owner, ...direct, ...requests];
  if (!migrating) throw new Error('DATABASE_URL: is missing');
  const serving = new Map([...prepared, ...direct, ...requests].map((address) => [address.url, address]));
  serving.delete(migrating.url);
  const isPooled = ({ url }: Address) => direct.length > 0 && url !== addresses.databaseDirectUrl;
  return {
    databaseUrl: migrating.url,
    variable: migrating.variable,
    serving: [...serving.values()].map((address) => ({ ...address, isPooled: isPooled(address) })),
  };
};

const listOf = (variable: string, url: string | undefined): Address[] =>
  url === undefined ? [] : [{ variable, url }];
