import { timingSafeEqual } from 'node:crypto';
import { ConfigError } from '../../config/read-config.ts';
import type { Context } from '../../context.ts';
import type { Keyring } from './keyring.ts';

/** A row of `master_keys`. */
type KnownKey = { kid: string; proof: Uint8Array };

/**
 * Compares MASTER_KEYS with the keys that the database was sealed with, and notes the first one there. So a start
 * without a key that is needed, such as after a restore, stops in words instead of failing with the first secret.
 *
 * @throws {ConfigError}
 */
export const checkMasterKeys = async (context: Pick<Context, 'database' | 'keyring' | 'clock'>) => {
  const { database, keyring, clock } = context;
  const first = keyring.kids[0];
  const known = await judgeKnown(context);
  if (known.some(({ kid }) => kid === first)) return;
  await database.prisma.masterKey.createMany({
    data: { kid: first, proof: keyring.prove(first)!, first_used_at: clock.now() },
    skipDuplicates: true,
  });
  // Of two starts at once with two keys of one id the second must not seal.
  await judgeKnown(context);
};

const judgeKnown = async ({ database, keyring }: Pick<Context, 'database' | 'keyring'>) => {
  const known = await database.prisma.masterKey.findMany({ orderBy: { kid: 'asc' } });
  const faults = listKeyFaults(keyring, known);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return known;
};

/** What is wrong with the keys of this process, a sentence each. */
export const listKeyFaults = (keyring: Keyring, known: readonly KnownKey[]): string[] =>
  known.flatMap(({ kid, proof }) => {
    const own = keyring.prove(kid);
    if (!own) {
      return `MASTER_KEYS: lacks the key ${kid}, under which values of the database are sealed. Add it at the end of the list; script/admin master-key reseal moves them to the first key.`;
    }
    if (own.length === proof.length && timingSafeEqual(own, proof)) return [];
    return `MASTER_KEYS: the key ${kid} is not the one that the database knows by this id. Give the one that it was sealed with; a new key needs an id of its own.`;
  });
