import { ConfigError } from '../../config/read-config.ts';
import type { Context } from '../../context.ts';
import { findForeignValue } from './find-foreign-value.ts';
import { listKeyFaults } from './list-key-faults.ts';
import { noteFirstKey } from './note-first-key.ts';

/**
 * Compares MASTER_KEYS with the keys that the database was sealed with, and notes the first one there. So a start
 * without a key that is needed, such as after a restore, stops in words instead of failing with the first secret.
 *
 * @throws {ConfigError}
 */
export const checkMasterKeys = async (context: Pick<Context, 'database' | 'keyring' | 'clock'>) => {
  const [first] = context.keyring.kids;
  const known = await judgeKnown(context);
  if (known.some(({ kid }) => kid === first)) return;
  // Once noted, a key refuses any other of its id: also the right one, were this the wrong one.
  const foreign = await findForeignValue(context);
  if (foreign) {
    throw new ConfigError(
      `MASTER_KEYS: the key ${first} does not open a value of ${foreign}, which was sealed with a key of this id. Give the one that it was sealed with; a new key needs an id of its own.`,
    );
  }
  await noteFirstKey(context);
  // Of two starts at once with two keys of one id the second must not seal.
  await judgeKnown(context);
};

const judgeKnown = async ({ database, keyring }: Pick<Context, 'database' | 'keyring'>) => {
  const known = await database.prisma.masterKey.findMany({ orderBy: { kid: 'asc' } });
  const faults = listKeyFaults(keyring, known);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return known;
};
