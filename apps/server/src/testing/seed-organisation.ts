import { SCOPES, type Scope } from '@field-inspection/contract';
import { createApiKey } from '../platform/secrets/api-key.ts';
import type { Context } from '../context.ts';
import { createCredential } from '../features/credentials/create-credential.ts';
import { createOrganisation } from '../features/organisations/operate-organisations.ts';

export type Seed = { organisationId: string; credentialId: string; apiKey: string };

/** The credential may do everything, unless told otherwise. */
export const seedOrganisation = async (
  context: Context,
  {
    plan = 'enterprise',
    scopes = [...SCOPES],
    rateLimit = 1_000_000,
    operatorEmail = 'operator@example.com',
  }: {
    plan?: 'free' | 'pilot' | 'pro' | 'enterprise';
    scopes?: Scope[];
    rateLimit?: number;
    operatorEmail?: string;
  } = {},
): Promise<Seed> => {
  const organisation = await createOrganisation(context, { name: 'Acme Inspections', plan, rateLimit });
  const credential = await createCredential(context, {
    organisationId: organisation.id,
    name: 'test',
    scopes,
    operatorEmail,
    rateLimit,
  });
  return { organisationId: organisation.id, credentialId: credential.id, apiKey: credential.api_key };
};

/** The key has the right form, and no credential has it. */
export const unknownApiKey = (context: Context): string => createApiKey(context.random);
