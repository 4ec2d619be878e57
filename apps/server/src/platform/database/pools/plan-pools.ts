import { withOptions } from './with-options.ts';
import { PREPARED_SETTINGS, REQUEST_SETTINGS, toOptions, type PoolSettings } from './pool-settings.ts';

/** With `databaseDirectUrl` the other two addresses lead through a pooler in transaction mode. */
export type DatabaseAddresses = {
  databaseUrl: string;
  databasePreparedUrl?: string | undefined;
  databaseDirectUrl?: string | undefined;
};

/** A pooler refuses a connection's settings, or gives it to others with them: the role has them (`byRole`). */
export type PoolPlan = { variable: string; url: string; settings: PoolSettings; byRole: boolean };

/** `direct` is for what belongs to one connection, such as LISTEN, and for statements without an address. */
export const planPools = (
  addresses: DatabaseAddresses,
): Record<'requests' | 'prepared' | 'direct', PoolPlan> => {
  const { databaseUrl, databasePreparedUrl, databaseDirectUrl = databaseUrl } = addresses;
  const variable = addresses.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const goDirectly = (settings: PoolSettings): PoolPlan => ({
    variable,
    url: withOptions(databaseDirectUrl, toOptions(settings)),
    settings,
    byRole: false,
  });
  const goThroughPooler = (name: string, url: string, settings: PoolSettings): PoolPlan =>
    url === databaseDirectUrl ? goDirectly(settings) : { variable: name, url, settings, byRole: true };
  return {
    requests: goThroughPooler('DATABASE_URL', databaseUrl, REQUEST_SETTINGS),
    prepared: goThroughPooler(
      'DATABASE_PREPARED_URL',
      databasePreparedUrl ?? databaseDirectUrl,
      PREPARED_SETTINGS,
    ),
    direct: goDirectly(PREPARED_SETTINGS),
  };
};
