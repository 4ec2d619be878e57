import type { Scope } from '@field-inspection/contract';
import type { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { mintKey } from './mint-key.ts';

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
