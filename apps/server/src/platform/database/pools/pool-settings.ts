/** As pg_settings shows them: times are milliseconds. */
export type PoolSettings = Readonly<Record<string, string>>;

/**
 * Settings that decide what statements and answers mean. A host may have set others: with `DateStyle = 'sql, dmy'` a
 * time can't be read, with `serializable` requests that meet fail, and a schema named like the role would get the
 * tables. Every connection has PostgreSQL's defaults, but for the time zone and the schema: Prisma sends and reads
 * times without an offset, and asks `public`.
 */
export const MEANING: PoolSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  transform_null_equals: 'off',
  row_security: 'on',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  idle_session_timeout: '0',
  exit_on_error: 'off',
};

export const UNLIMITED: PoolSettings = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

/** A slow statement or a lost lock must not hold a connection for good. */
const LIMITS = {
  statement_timeout: '5000',
  lock_timeout: '4000',
  idle_in_transaction_session_timeout: '10000',
};

export const REQUEST_SETTINGS: PoolSettings = { ...MEANING, ...LIMITS };

/**
 * For kept plans. A plan that is made while a table is small reads the whole table, also once that has grown; each of
 * these statements can find its rows by an index. The generic plan is forced: PostgreSQL may plan anew for the arrays
 * of each call, which costs a claim a millisecond.
 */
export const BY_INDEX: PoolSettings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  plan_cache_mode: 'force_generic_plan',
};

export const PREPARED_SETTINGS: PoolSettings = { ...REQUEST_SETTINGS, ...BY_INDEX };

export const toOptions = (settings: PoolSettings): string =>
  Object.entries(settings)
    // PostgreSQL divides its options at spaces.
    .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\ ]/g, '\\$&')}`)
    .join(' ');
