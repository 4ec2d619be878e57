import type { Scope } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { createApiKey } from '../../platform/secrets/api-key.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';

/** Creates a credential and its API key, which is returned here and never again: only its hash is kept. */
export const createCredential = async (
  { database, ids, random, clock }: Pick<Context, 'database' | 'ids' | 'random' | 'clock'>,
  {
    organisationId,
    name,
    scopes,
    operatorEmail,
    memberId = null,
    rateLimit = 60,
    expiresAt = null,
  }: {
    organisationId: string;
    name: string;
    scopes: Scope[];
    operatorEmail: string;
    /** Whom it acts for; a machine unless given. */
    memberId?: string | null;
    rateLimit?: number;
    expiresAt?: Date | null;
  },
): Promise<{ id: string; api_key: string; scopes: Scope[] }> => {
  const id = ids.next();
  const apiKey = createApiKey(random);
  await database.prisma.credential.create({
    data: {
      organisation_id: organisationId,
      id,
      name,
      scopes,
      operator_email: operatorEmail,
      member_id: memberId,
      rate_limit: rateLimit,
      created_at: clock.now(),
      expires_at: expiresAt,
      keys: { create: { key_hash: hashToken(apiKey) } },
    },
  });
  return { id, api_key: apiKey, scopes };
};
