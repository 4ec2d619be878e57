import type pg from 'pg';

const KEPT = { name: 'is-kept', text: 'select 1' };

/** PostgreSQL's code for a prepared statement that a connection does not know. */
const UNKNOWN_STATEMENT = '26000';

/**
 * Whether a statement that a connection has prepared is there in its next transaction, too. Meanwhile `other` holds the
 * connection to PostgreSQL on which it was prepared, so that a pooler has to give another.
 */
export const keepsPrepared = async (connection: pg.Client, other: pg.Client): Promise<boolean> => {
  await connection.query(KEPT);
  await other.query('begin');
  try {
    await connection.query(KEPT);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== UNKNOWN_STATEMENT) throw error;
    return false;
  } finally {
    await other.query('rollback');
  }
};
