import type { Scope } from '@field-inspection/contract';
import type { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { mintKey } from './mint-key.ts';

export type NewCredential = {
  organisationId: string;
  name: string;
  scopes: readonly Scope[];
  operatorEmail: string;
  /** Whom it acts for; null for a machine. */
  memberId: string | null;
  rateLimit: number;
  expiresAt: Date | null;
  allowedNetworks: readonly string[];
};

/** Writes a credential with its first key, which is returned here and never again: only its hash is kept. */
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
