import type { Scope } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { insertCredential, type NewCredential } from './insert-credential.ts';

/**
 * Creates an organisation's first credential, before it has a chain for an entry. Its API key is returned here and
 * never again.
 */
export const createCredential = async (
  context: Pick<Context, 'database' | 'ids' | 'random' | 'clock'>,
  {
    scopes,
    memberId = null,
    rateLimit = 60,
    expiresAt = null,
    allowedNetworks = [],
    ...made
  }: Pick<NewCredential, 'organisationId' | 'name' | 'operatorEmail'> & { scopes: Scope[] } & Partial<
      Pick<NewCredential, 'memberId' | 'rateLimit' | 'expiresAt' | 'allowedNetworks'>
    >,
): Promise<{ id: string; api_key: string; scopes: Scope[] }> => {
  const asked = {
    ...made,
    scopes,
    memberId,
    rateLimit,
    expiresAt,
    allowedNetworks,
    now: context.clock.now(),
  };
  const { apiKey, credential } = await insertCredential(context, context.database.prisma, asked);
  return { id: credential.id, api_key: apiKey, scopes };
};
