import { makeServiceRole } from '@field-inspection/server/testing/make-service-role';
import { openTestContext } from '@field-inspection/server/testing/open-test-context';
import { startDatabaseProxy } from '@field-inspection/server/testing/start-database-proxy';
import { startOwnPostgres, type OwnPostgres } from '@field-inspection/server/testing/start-own-postgres';
import pg from 'pg';
import { openFaultWorld } from '../database-faults/open-fault-world.ts';
import { timeUntil } from '../database-faults/until-green.ts';

export type Replication = 'synchronous' | 'asynchronous';

/** An API process and a worker whose addresses name two servers: the standby first, and then the primary. */
export const openStandbyWorld = async (replication: Replication) => {
  const primary = await startOwnPostgres();
  const [way, line] = [
    await startDatabaseProxy(primary.databaseUrl),
    await startDatabaseProxy(primary.databaseUrl),
  ];
  const standby = await primary.startStandby(line.databaseUrl);
  const serviceUrl = await makeServiceRole(primary.databaseUrl);
  await replicate(primary, replication);
  const nameBoth = (address: string): string =>
    address.replace(/@[^/]*/, `@${hostOf(standby.databaseUrl)},${hostOf(way.databaseUrl)}`) +
    '?target_session_attrs=read-write';
  const addresses = {
    DATABASE_URL: nameBoth(serviceUrl),
    DATABASE_OWNER_URL: nameBoth(primary.databaseUrl),
  };
  const world = await openFaultWorld({ postgres: Promise.resolve(primary), env: () => addresses });
  return {
    ...world,
    primary,
    standby,
    addresses,
    /** The processes' way to the primary. */
    way,
    /** The standby's. */
    line,
    promote: async () => {
      await askOnce(standby, 'select pg_promote()');
      return openTestContext(standby.databaseUrl);
    },
    close: async () => {
      await world.close();
      await Promise.all([way.close(), line.close()]);
      await standby.close();
    },
  };
};

export type StandbyWorld = Awaited<ReturnType<typeof openStandbyWorld>>;

export const askOnce = async <Row extends pg.QueryResultRow>(
  { databaseUrl }: Pick<OwnPostgres, 'databaseUrl'>,
  statement: string,
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
};

const replicate = async (primary: OwnPostgres, replication: Replication): Promise<void> => {
  if (replication === 'synchronous') {
    await askOnce(primary, `alter system set synchronous_standby_names = '*'`);
    await askOnce(primary, 'select pg_reload_conf()');
  }
  const state = replication === 'synchronous' ? 'sync' : 'async';
  await timeUntil(async () => {
    const rows = await askOnce<{ sync_state: string }>(
      primary,
      `select sync_state from pg_stat_replication where state = 'streaming'`,
    );
    return rows.some(({ sync_state }) => sync_state === state);
  });
};

const hostOf = (address: string): string => new URL(address).host;
