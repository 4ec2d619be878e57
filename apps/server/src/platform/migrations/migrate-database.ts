import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { PRISMA_DIR } from '../../paths.ts';
import { withOptions } from '../database/pools/with-options.ts';
import { applyMigrations } from './apply-migrations.ts';
import { giveWay, MANNERS, type Manners } from './give-way.ts';
import { grantService } from './grant-service.ts';

export type MigrateDatabaseOptions = {
  /**
   * For the role that owns the tables. Not through a pooler: the lock and the transaction belong to one connection.
   */
  databaseUrl: string;
  /** To start on the schema of the next release, which the code before it can run on. */
  allowNewerDatabase?: boolean;
  /** As whom the rows are read and written: each role that can't act as the owner gets the rights for that. */
  serviceUrls?: readonly string[];
  prismaDir?: string;
  /** How it waits for tables that running processes use. */
  manners?: Manners | undefined;
};

// Any number that nothing else locks on: Prisma's own command takes 72707369, the job queue none.
const MIGRATION_LOCK = 4_126_553_011;

// A role may have limits for its requests; a migration may take its time, and waits for another as long as that takes.
const UNLIMITED = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';

/** Brings the tables, the SQL functions and the job queue's own schema up to date, or leaves all as it was. */
export async function migrateDatabase({
  databaseUrl,
  allowNewerDatabase = false,
  serviceUrls = [],
  prismaDir = PRISMA_DIR,
  manners,
}: MigrateDatabaseOptions): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: withOptions(databaseUrl, UNLIMITED) });
  // A lost connection fails the query that waits for it; this second report would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A lock of the session, not of a transaction: the job queue's migrations have a connection and transactions of
    // their own.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await applyMigrations(client, { prismaDir, allowNewerDatabase, manners });
    await giveWay(client, () => migrateQueue(databaseUrl, manners), manners);
    await giveWay(client, () => indexGivenUpJobs(client), manners);
    for (const role of new Set(await Promise.all(serviceUrls.map(readRole)))) {
      await giveWay(client, () => grantService(client, role), manners);
    }
    return { applied };
  } finally {
    // Also rolls back what failed, since its transaction was not committed.
    await client.end();
  }
}

// Over a connection of its own, which must not wait for a table for longer than ours.
async function migrateQueue(databaseUrl: string, { lockTimeoutMs }: Manners = MANNERS): Promise<void> {
  await runMigrations({
    connectionString: withOptions(databaseUrl, `${UNLIMITED} -c lock_timeout=${lockTimeoutMs}`),
  });
}

// Asked, not read from the address: a pooler's user names carry more than the role.
async function readRole(serviceUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serviceUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]!.role;
  } finally {
    await client.end();
  }
}

// Each scrape counts the jobs that gave up, among all that wait for their time. Asked first: the statement that makes
// the index waits for whoever writes jobs, also when there is nothing to make.
async function indexGivenUpJobs(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('graphile_worker.jobs_given_up_index') as index`);
  if (rows[0].index !== null) return;
  await client.query(`
    create index jobs_given_up_index on graphile_worker._private_jobs (task_id)
    where attempts >= max_attempts
  `);
}
