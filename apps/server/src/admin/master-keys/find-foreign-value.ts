import type { Context } from '../../context.ts';
import { SEALED_COLUMNS, type SealedColumn, type SealedRow } from './sealed-columns.ts';

type ForeignContext = Pick<Context, 'database' | 'keyring'>;

// The time of a search without an index. Where many values have the key's id, the first is found at once; where none
// has, a large table must not keep the start waiting, and the small tables tell.
const SEARCH_MS = 1_000;

const QUERY_CANCELED = '57014';

/**
 * Finds a column with a value under the first key's id that this key does not open. One value of each column is tried.
 */
export const findForeignValue = async (context: ForeignContext): Promise<string | undefined> => {
  const [kid] = context.keyring.kids;
  for (const column of SEALED_COLUMNS) {
    const row = await findRow(context, column, `v1.${kid}.`);
    if (row && !canOpen(context, String(row[column.column]), column.contextOf(row))) {
      return `${column.table}.${column.column}`;
    }
  }
  return undefined;
};

const findRow = async (
  { database }: ForeignContext,
  { table, column, key, reads = [] }: SealedColumn,
  prefix: string,
): Promise<SealedRow | undefined> => {
  const client = await database.pool.connect();
  try {
    await client.query('begin read only');
    // The pool's statements find their rows by an index; this one reads the table as it lies.
    await client.query(`set local enable_seqscan = on; set local statement_timeout = ${SEARCH_MS}`);
    const names = [...key.map(({ name }) => name), ...reads, column];
    const { rows } = await client.query<SealedRow>(
      `select ${names.join(', ')} from ${table} where starts_with(${column}, $1) limit 1`,
      [prefix],
    );
    return rows[0];
  } catch (error) {
    if ((error as { code?: string }).code === QUERY_CANCELED) return undefined;
    throw error;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
};

const canOpen = ({ keyring }: ForeignContext, value: string, context: string): boolean => {
  try {
    keyring.open(value, context);
    return true;
  } catch {
    return false;
  }
};
