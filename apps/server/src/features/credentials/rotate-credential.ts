import type { CredentialWithKey } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import { requireRight } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { viewCredential } from './credential-view.ts';
import { credentialEnded, lockCredential } from './lock-credential.ts';
import { replaceKey } from './replace-key.ts';
import { requireHeld } from './require-held.ts';

/**
 * Gives a credential a new key, shown this once. Who rotates gets what the credential may do, and so must hold it. The
 * key before stays valid for the overlap; one before that ends at once. Without an overlap a credential's own key ends
 * itself.
 */
export const rotateCredential = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  {
    caller,
    credentialId,
    overlapHours,
  }: { caller: Caller; credentialId: string; overlapHours?: number | undefined },
): Promise<z.infer<typeof CredentialWithKey>> => {
  const { row, status } = await lockCredential(tx, { organisationId: caller.organisationId, credentialId });
  if (status !== 'active') throw credentialEnded();
  if (row.id === caller.credentialId) await restOnCredential(tx, caller);
  await requireHeld(tx, caller, {
    scopes: row.scopes,
    expiresAt: row.expires_at,
    allowedNetworks: row.allowed_networks,
    rateLimit: row.rate_limit,
    memberId: row.member_id,
  });
  const { apiKey, keys } = await replaceKey(context, tx, {
    credential: row,
    by: nameActor(caller),
    overlapHours,
  });
  return { ...viewCredential({ ...row, keys }, tx.now), api_key: apiKey };
};

/**
 * Judges the caller's key now, and the credential alone when this commits: by then the rotation may have ended the key.
 * Nobody else ends it meanwhile, since whoever does locks the row first.
 */
const restOnCredential = async (
  tx: Tx,
  caller: Pick<Caller, 'organisationId' | 'credentialId' | 'keyHash'>,
): Promise<void> => {
  await requireRight(tx.db, rightOf(caller));
  const { organisationId, credentialId } = caller;
  tx.right = rightOf({ organisationId, credentialId });
};
