import { ConfigError } from '../../config/read-config.ts';
import type { Context } from '../../context.ts';
import { findForeignValue } from './find-foreign-value.ts';
import { listKeyFaults, type KnownKey } from './list-key-faults.ts';
import { noteFirstKey } from './note-first-key.ts';

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
