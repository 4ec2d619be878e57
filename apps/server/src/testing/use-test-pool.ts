import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { MEANING, toOptions } from '../platform/database/pools/pool-settings.ts';
import { withOptions } from '../platform/database/pools/with-options.ts';
import { cloneDatabase } from './clone-database.ts';

/** The pool connects as the service does, to a database of the test file's own. */
export const useTestPool = (): (() => pg.Pool) => {
  let pool: pg.Pool;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await cloneDatabase();
    drop = database.drop;
    pool = new pg.Pool({ connectionString: withOptions(database.databaseUrl, toOptions(MEANING)), max: 1 });
  });
  afterAll(async () => {
    await pool.end();
    await drop();
  });
  return () => pool;
};
