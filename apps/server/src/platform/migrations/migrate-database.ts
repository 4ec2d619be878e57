import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { ConfigError } from '../../config/read-config.ts';
import { PRISMA_DIR } from '../../paths.ts';
import { connectClient } from '../database/pools/connect-client.ts';
import type { ServingAddress } from '../database/pools/plan-migration.ts';
import { MEANING, toOptions, UNLIMITED, type PoolSettings } from '../database/pools/pool-settings.ts';
import { PrimaryClient } from '../database/pools/primary-client.ts';
import { withOptions } from '../database/pools/with-options.ts';
import { applyMigrations, listMissing, type AppliedMigration } from './apply-migrations.ts';
import { giveWay, MANNERS, type Manners } from './give-way.ts';
import { grantService } from './grant-service.ts';
import { readDatabaseFailure } from '../read-database-failure.ts';
import { validateKeys } from './validate-keys.ts';

export type MigrateDatabaseOptions = {
  /** The role that owns the tables. No pooler: the lock and the transaction belong to one connection. */
  databaseUrl: string;
  variable?: string;
  /** Allows a start on the next release's schema, on which this release's code can run. */
  allowNewerDatabase?: boolean;
  /** Roles that read and write the rows: each that can't act as the owner gets the rights for that. */
  serving?: readonly ServingAddress[];
  prismaDir?: string;
  manners?: Manners | undefined;
  answerMs?: number;
  /** Told of each migration once all are committed. */
  onApplied?: (migration: AppliedMigration) => void;
};

// Nothing else locks this number: Prisma's own command takes 72707369, the job queue none.
const MIGRATION_LOCK = 4_126_553_011;

// The limit is lifted after a connection has begun: before PostgreSQL 17 there is no such setting to ask for.
const LIFT_TRANSACTION_LIMIT = `
  select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout' and setting <> '0'`;

/**
 * Brings the tables, the SQL functions and the job queue's own schema up to date, or leaves all as it was.
 *
 * @throws {ConfigError} where an address or the role's rights must be changed
 */
export async function migrateDatabase({
  databaseUrl,
  variable = 'DATABASE_URL',
  allowNewerDatabase = false,
  serving = [],
  prismaDir = PRISMA_DIR,
  manners,
  answerMs,
  onApplied = () => {},
}: MigrateDatabaseOptions): Promise<{ applied: string[] }> {
  const client = await connectClient({ variable, url: unlimit(databaseUrl) }, { answerMs });
  try {
    await client.query(LIFT_TRANSACTION_LIMIT);
    // A lock of the session: the job queue's migrations have a connection and transactions of their own.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await applyMigrations(client, { prismaDir, allowNewerDatabase, manners });
    applied.forEach(onApplied);
    await validateKeys(client);
    await giveWay(client, () => migrateQueue(databaseUrl, manners), manners);
    await giveWay(client, () => indexGivenUpJobs(client), manners);
    const roles = await Promise.all(serving.map((address) => readRole(address, answerMs)));
    for (const role of new Set(roles)) await giveWay(client, () => grantService(client, role), manners);
    return { applied: applied.map(({ name }) => name) };
  } catch (error) {
    throw explainRight(variable, error);
  } finally {
    await client.end();
  }
}

/**
 * Gives the migrations that a start would apply, and changes nothing.
 *
 * @throws {ConfigError} where an address must be changed, or the database is not one that a start would migrate
 */
export async function listMissingMigrations({
  databaseUrl,
  variable = 'DATABASE_URL',
  allowNewerDatabase = false,
  prismaDir = PRISMA_DIR,
  answerMs,
}: MigrateDatabaseOptions): Promise<string[]> {
  const client = await connectClient({ variable, url: unlimit(databaseUrl) }, { answerMs });
  try {
    return await listMissing(client, { prismaDir, allowNewerDatabase });
  } finally {
    await client.end();
  }
}

/** A role may have limits for its requests, but a migration may take its time. `limits` stay. */
export const unlimit = (databaseUrl: string, limits: PoolSettings = {}): string =>
  withOptions(databaseUrl, toOptions({ ...MEANING, ...UNLIMITED, ...limits }));

const LACKS_RIGHT = '42501';

function explainRight(variable: string, error: unknown): unknown {
  const failure = readDatabaseFailure(error);
  if (failure?.code !== LACKS_RIGHT) return error;
  const remedy =
    variable === 'DATABASE_OWNER_URL'
      ? 'Name the role that owns the tables, or give it the database'
      : 'Set DATABASE_OWNER_URL, too, to the role that owns the database and its tables, or let script/admin migrate do it with it';
  return new ConfigError(
    `${variable}: there is something to migrate, and its role may not (${failure.message}). ${remedy} (docs/scaling.md).`,
    { cause: error },
  );
}

// The queue's connection is its own, and must not wait for a table for longer than the others.
async function migrateQueue(databaseUrl: string, { lockTimeoutMs }: Manners = MANNERS): Promise<void> {
  const pgPool = new pg.Pool({
    connectionString: unlimit(databaseUrl, { lock_timeout: String(lockTimeoutMs) }),
    Client: PrimaryClient,
  });
  // A lost connection fails the waiting statement; without a listener the second report would end the process.
  pgPool.on('error', () => {});
  pgPool.on('connect', (connection) => connection.on('error', () => {}));
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}

// The database tells the role: a pooler's user names carry more than the role.
async function readRole(
  { variable, url, isPooled }: ServingAddress,
  answerMs: number | undefined,
): Promise<string> {
  const client = await connectClient({ variable, url: isPooled ? url : unlimit(url) }, { answerMs });
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]!.role;
  } finally {
    await client.end();
  }
}

// Each scrape counts the jobs that gave up, among all that wait. Asked first: making the index waits for whoever writes
// jobs, also when the index exists.
async function indexGivenUpJobs(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('graphile_worker.jobs_given_up_index') as index`);
  if (rows[0].index !== null) return;
  await client.query(`
    create index jobs_given_up_index on graphile_worker._private_jobs (task_id)
    where attempts >= max_attempts
  `);
}
