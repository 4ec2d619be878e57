import type { Secrets } from '../../../config/read-config.ts';
import type { DatabaseAddresses } from './plan-pools.ts';

export const readAddresses = ({
  databaseUrl,
  databasePreparedUrl,
  databaseDirectUrl,
}: Pick<Secrets, 'databaseUrl' | 'databasePreparedUrl' | 'databaseDirectUrl'>): DatabaseAddresses => {
  if (!databaseUrl) throw new Error('DATABASE_URL: is missing');
  return { databaseUrl, databasePreparedUrl, databaseDirectUrl };
};
