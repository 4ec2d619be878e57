import type { Secrets } from '../../../config/read-config.ts';
import type { DatabaseAddresses } from './plan-pools.ts';

/** Where the settings say that the database is; the embedded one's address is among them by now. */
export const readAddresses = ({
  databaseUrl,
  databasePreparedUrl,
  databaseDirectUrl,
}: Pick<Secrets, 'databaseUrl' | 'databasePreparedUrl' | 'databaseDirectUrl'>): DatabaseAddresses => {
  if (!databaseUrl) throw new Error('DATABASE_URL: is missing');
  return { databaseUrl, databasePreparedUrl, databaseDirectUrl };
};
