import { timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../../platform/secrets/keyring.ts';

/** A row of `master_keys`. */
export type KnownKey = { kid: string; proof: Uint8Array };

/** Lists the faults of this process's keys, a sentence each. */
export const listKeyFaults = (keyring: Keyring, known: readonly KnownKey[]): string[] =>
  known.flatMap(({ kid, proof }) => {
    const own = keyring.prove(kid);
    if (!own) {
      return `MASTER_KEYS: lacks the key ${kid}, under which values of the database are sealed. Add it at the end of the list; script/admin master-key reseal moves them to the first key.`;
    }
    if (own.length === proof.length && timingSafeEqual(own, proof)) return [];
    return `MASTER_KEYS: the key ${kid} is not the one that the database knows by this id. Give the one that it was sealed with; a new key needs an id of its own.`;
  });
