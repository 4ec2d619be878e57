import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '#prisma';
import { nameStatement } from './name-statement.ts';
import { WatchedClient } from './watched-client.ts';

/** The Prisma client of this process and the pool for what Prisma can't do. */
export type Database = { prisma: PrismaClient; pool: pg.Pool; close: () => Promise<void> };

/** Limits that keep one slow statement or one lost lock from holding a connection for good. */
const SESSION_LIMITS = {
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 4_000,
};

/** Prisma sends and reads times without an offset, so the session must be in UTC. */
const IN_UTC = '-c TimeZone=UTC';

/**
 * For the pool of prepared statements, whose plans are kept. A plan that is made while a table is small reads the
 * whole table, and goes on to when the table has grown; each of these statements can find its rows by an index. The
 * generic plan is forced: left to choose, PostgreSQL may plan anew for the arrays of each call, which costs a claim a
 * millisecond.
 */
export const BY_INDEX = [
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'plan_cache_mode=force_generic_plan',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

export const openDatabase = ({
  databaseUrl,
  maxConnections = 20,
}: {
  databaseUrl: string;
  maxConnections?: number;
}): Database => {
  const options = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A connection whose other end has vanished never answers. This is longer than any statement may run, and short
    // enough for a refusal within ten seconds.
    query_timeout: 8_000,
    Client: WatchedClient,
    ...SESSION_LIMITS,
  };
  const adapter = new PrismaPg(
    { ...options, options: IN_UTC, max: maxConnections },
    { statementNameGenerator: nameStatement },
  );
  const prisma = new PrismaClient({ adapter });
  const pool = new pg.Pool({ ...options, options: `${IN_UTC} ${BY_INDEX}`, max: 6 });
  // The pool replaces an idle connection that breaks, as when the database restarts. Without a listener the error
  // would end the process.
  pool.on('error', () => {});
  return {
    prisma,
    pool,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
};
