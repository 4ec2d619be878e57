/** Settings of PostgreSQL by name, as pg_settings shows them: times are milliseconds. */
export type PoolSettings = Readonly<Record<string, string>>;

/** Limits that keep one slow statement or one lost lock from holding a connection for good. */
const LIMITS = {
  statement_timeout: '5000',
  lock_timeout: '4000',
  idle_in_transaction_session_timeout: '10000',
};

/**
 * Of the connections of Prisma. It sends and reads times without an offset, so they must be in UTC.
 */
export const REQUEST_SETTINGS: PoolSettings = { TimeZone: 'UTC', ...LIMITS };

/**
 * For statements whose plans are kept. A plan that is made while a table is small reads the whole table, and goes on
 * to when the table has grown; each of these statements can find its rows by an index. The generic plan is forced:
 * left to choose, PostgreSQL may plan anew for the arrays of each call, which costs a claim a millisecond.
 */
export const BY_INDEX: PoolSettings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/** Of the connections of prepared statements. */
export const PREPARED_SETTINGS: PoolSettings = { ...REQUEST_SETTINGS, ...BY_INDEX };

/** As a connection asks for them when it begins. */
export const toOptions = (settings: PoolSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
