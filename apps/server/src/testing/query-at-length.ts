import pg from 'pg';
import type { Context } from '../context.ts';

/** The service's own connections would give a statement of a hundred thousand rows up after some seconds. */
export const queryAtLength = async (
  { database }: Pick<Context, 'database'>,
  text: string,
  values: unknown[],
): Promise<void> => {
  const connection = new pg.Client({ connectionString: database.pool.options.connectionString });
  await connection.connect();
  try {
    // The address of the pool may bring the limit along.
    await connection.query('set statement_timeout = 0');
    await connection.query(text, values);
  } finally {
    await connection.end();
  }
};
