import type { Scope } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { appendKeyEntry } from './append-key-entry.ts';
import { insertCredential, type NewCredential } from './insert-credential.ts';

/** Creates a credential for the host's operator, who may grant anything, with an entry in the organisation's chain. */
export const addCredential = (
  context: Pick<Context, 'ids' | 'random' | 'transact'>,
  asked: NewCredential & { scopes: Scope[] },
): Promise<{ id: string; api_key: string; scopes: Scope[] }> =>
  context.transact(async (tx) => {
    const { apiKey, credential } = await insertCredential(context, tx.db, { ...asked, now: tx.now });
    const payload = { scopes: credential.scopes, networks: credential.allowed_networks };
    appendKeyEntry(context, tx, { kind: 'key.created', by: { host: true }, credential, payload });
    return { id: credential.id, api_key: apiKey, scopes: asked.scopes };
  });
