import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '#prisma';
import { nameStatement } from './name-statement.ts';
import { planPools, type DatabaseAddresses, type PoolPlan } from './pools/plan-pools.ts';
import { WatchedClient } from './watched-client.ts';

export type Database = {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** For what belongs to one connection, such as LISTEN: past every pooler. */
  direct: pg.Pool;
  size: number;
  close: () => Promise<void>;
};

/** A process listens with one connection; another may be ending. */
const MAX_DIRECT = 2;

export const openDatabase = ({
  maxConnections = 6,
  ...addresses
}: DatabaseAddresses & { maxConnections?: number }): Database => {
  const plans = planPools(addresses);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(
      { ...toPoolConfig(plans.requests), max: maxConnections },
      { statementNameGenerator: nameStatement },
    ),
  });
  const pool = openPool(plans.prepared, maxConnections);
  const direct = openPool(plans.direct, MAX_DIRECT);
  return {
    prisma,
    pool,
    direct,
    size: maxConnections,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
      await direct.end();
    },
  };
};

const openPool = (plan: PoolPlan, max: number): pg.Pool => {
  const pool = new pg.Pool({ ...toPoolConfig(plan), max });
  // The pool replaces a broken idle connection, as after a restart of the database. Without a listener the error would
  // end the process.
  pool.on('error', () => {});
  return pool;
};

const toPoolConfig = ({ url }: PoolPlan): pg.PoolConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 4_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // Longer than any statement may run, and short enough for a refusal within ten seconds: a connection may never
  // answer.
  query_timeout: 8_000,
  Client: WatchedClient,
});
