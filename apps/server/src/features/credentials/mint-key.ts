import type { Context } from '../../context.ts';
import { createApiKey } from '../../platform/secrets/api-key.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';

/** So many characters of a key may be shown: they are of its checksum, and its owner tells two keys apart by them. */
const HINT_LENGTH = 4;

/** A new key, and what is kept of it. */
export const mintKey = (random: Context['random'], now: Date) => {
  const apiKey = createApiKey(random);
  return {
    apiKey,
    row: { key_hash: hashToken(apiKey), hint: apiKey.slice(-HINT_LENGTH), created_at: now },
  };
};
