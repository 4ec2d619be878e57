import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '#prisma';

/** The Prisma client of this process and the pool for what Prisma can't do. */
export type Database = { prisma: PrismaClient; pool: pg.Pool; close: () => Promise<void> };

/** Limits that keep one slow statement or one lost lock from holding a connection for good. */
const SESSION_LIMITS = {
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 4_000,
};

/** Prisma writes and reads times without an offset: in another zone they would be off by it. */
const IN_UTC = '-c TimeZone=UTC';

/**
 * For prepared statements, whose plan is kept: one that was made while a table was small reads all of it, and
 * goes on to while the table grows. Each of them finds its rows by an index. Kept from the start: left to choose,
 * PostgreSQL may plan anew for the arrays of each call, which for a claim costs a millisecond.
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
    // A connection whose other end has vanished answers nothing at all; no statement may run that long.
    query_timeout: 15_000,
    ...SESSION_LIMITS,
  };
  const adapter = new PrismaPg({ ...options, options: IN_UTC, max: maxConnections });
  const prisma = new PrismaClient({ adapter });
  const pool = new pg.Pool({ ...options, options: `${IN_UTC} ${BY_INDEX}`, max: 6 });
  // An idle connection that breaks (a restart of the database) is replaced by the pool; unheard, it would end the process.
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
