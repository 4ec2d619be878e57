import { ConfigError } from '../../config/read-config.ts';
import type { Context } from '../../context.ts';
import {
  type KnownKey,
  listKeyFaults,
  SEALED_COLUMNS,
  type SealedColumn,
  type SealedRow,
} from './sealed-columns.ts';

type KeysContext = Pick<Context, 'database' | 'keyring'>;

/**
 * Compares MASTER_KEYS with the keys that the database was sealed with, and notes the first one there. So a start
 * without a key that is needed, such as after a restore, stops in words instead of failing with the first secret.
 *
 * @throws {ConfigError}
 */
export const checkMasterKeys = async (context: KeysContext & Pick<Context, 'clock'>): Promise<void> => {
  const { isFirstKnown } = await judgeMasterKeys(context);
  if (isFirstKnown) return;
  await noteFirstKey(context);
  // The second of two starts that bring different keys of one id at once must not seal.
  await judgeKnown(context);
};

/**
 * The same, without noting anything.
 *
 * @throws {ConfigError}
 */
export const judgeMasterKeys = async (context: KeysContext): Promise<{ isFirstKnown: boolean }> => {
  const [first] = context.keyring.kids;
  const known = await judgeKnown(context);
  if (known.some(({ kid }) => kid === first)) return { isFirstKnown: true };
  // A noted key refuses any other of its id: also the right one, were this the wrong one.
  const foreign = await findForeignValue(context);
  if (foreign) {
    throw new ConfigError(
      `MASTER_KEYS: the key ${first} does not open a value of ${foreign}, which was sealed with a key of this id. Give the one that it was sealed with; a new key needs an id of its own.`,
    );
  }
  return { isFirstKnown: false };
};

const judgeKnown = async ({ database, keyring }: KeysContext) => {
  // A start asks it, and the first question of a process takes Prisma 0.15 s.
  const { rows: known } = await database.pool.query<KnownKey>(
    'select kid, proof from master_keys order by kid',
  );
  const faults = listKeyFaults(keyring, known);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return known;
};

export const noteFirstKey = async ({
  database,
  keyring,
  clock,
}: Pick<Context, 'database' | 'keyring' | 'clock'>): Promise<void> => {
  const [kid] = keyring.kids;
  await database.prisma.masterKey.createMany({
    data: { kid, proof: keyring.prove(kid)!, first_used_at: clock.now() },
    skipDuplicates: true,
  });
};

type ForeignContext = Pick<Context, 'database' | 'keyring'>;

// A large table must not keep the start waiting: without an index the small tables tell.
const SEARCH_MS = 1_000;

const QUERY_CANCELED = '57014';

/** Tries one value of each column: a foreign value has the first key's id, and this key does not open it. */
const findForeignValue = async (context: ForeignContext): Promise<string | undefined> => {
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
    // An index would slow this search: it reads the table as it lies.
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
