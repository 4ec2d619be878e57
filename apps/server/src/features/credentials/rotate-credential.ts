import type { CredentialWithKey } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import { restWhileEnding } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { viewCredential } from './credential-view.ts';
import { credentialEnded, lockCredential } from './lock-credential.ts';
import { replaceKey } from './replace-key.ts';
import { requireHeld } from './require-held.ts';

/**
 * Gives a credential a new key, shown this once. The caller gets the credential's rights by it, and so must hold them.
 * The key before stays valid for the overlap; the one before that ends at once, and commits nothing more after this
 * answer. Without an overlap a credential's own key ends itself.
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
  await restWhileEnding(tx, rightOf(caller), [{ kind: 'credential', id: credentialId }]);
  const { row, status } = await lockCredential(tx, { organisationId: caller.organisationId, credentialId });
  if (status !== 'active') throw credentialEnded();
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
