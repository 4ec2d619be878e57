import type { Context } from '../../context.ts';
import { createApiKey } from '../../platform/secrets/api-key.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';

/** Characters of a key's checksum that may be shown, by which its owner tells two keys apart. */
const HINT_LENGTH = 4;

/** Makes a key, and the columns that are kept of it. */
export const mintKey = (random: Context['random'], now: Date) => {
  const apiKey = createApiKey(random);
  return {
    apiKey,
    row: { key_hash: hashToken(apiKey), hint: apiKey.slice(-HINT_LENGTH), created_at: now },
  };
};
