import type { Scope } from '@field-inspection/contract';
import type { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { createApiKey } from '../../platform/secrets/api-key.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';

export type NewCredential = {
  organisationId: string;
  name: string;
  scopes: readonly Scope[];
  operatorEmail: string;
  /** The member whom it acts for; null for a machine. */
  memberId: string | null;
  rateLimit: number;
  expiresAt: Date | null;
  allowedNetworks: readonly string[];
};

/** Writes a credential with its first key. Only the key's hash is kept, so no later call can return the key. */
export const insertCredential = async (
  { ids, random }: Pick<Context, 'ids' | 'random'>,
  db: Prisma.TransactionClient,
  { now, ...made }: NewCredential & { now: Date },
) => {
  const { apiKey, row: key } = mintKey(random, now);
  const credential = await db.credential.create({
    data: {
      organisation_id: made.organisationId,
      id: ids.next(),
      name: made.name,
      scopes: [...new Set(made.scopes)],
      operator_email: made.operatorEmail,
      member_id: made.memberId,
      rate_limit: made.rateLimit,
      created_at: now,
      expires_at: made.expiresAt,
      allowed_networks: [...made.allowedNetworks],
      keys: { create: key },
    },
    include: { keys: true },
  });
  return { apiKey, credential };
};

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
