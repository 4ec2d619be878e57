import type { CredentialWithKey } from '@field-inspection/contract';
import { credentialEnded, replaceKey } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Credential } from '#prisma';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import { restWhileEnding } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { appendKeyEntry, type By } from './append-key-entry.ts';
import { viewCredential } from './credential-view.ts';
import { mintKey } from './insert-credential.ts';
import { lockCredential } from './lock-credential.ts';
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
  const { apiKey, keys } = await giveAnotherKey(context, tx, {
    credential: row,
    by: nameActor(caller),
    overlapHours,
  });
  return { ...viewCredential({ ...row, keys }, tx.now), api_key: apiKey };
};

/** Gives a credential, whose row is locked, another key, as `replaceKey` says, with an entry in the chain. */
export const giveAnotherKey = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  {
    credential,
    by,
    overlapHours: given,
  }: { credential: Credential; by: By; overlapHours?: number | undefined },
) => {
  const { overlapHours, isKept, validUntil } = replaceKey(tx.now, given);
  const of = { organisation_id: credential.organisation_id, credential_id: credential.id };
  await tx.db.credentialKey.deleteMany({ where: isKept ? { ...of, valid_until: { not: null } } : of });
  await tx.db.credentialKey.updateMany({ where: of, data: { valid_until: validUntil } });
  const { apiKey, row } = mintKey(context.random, tx.now);
  await tx.db.credentialKey.create({ data: { ...of, ...row } });
  const payload = { overlap_hours: overlapHours };
  appendKeyEntry(context, tx, { kind: 'key.rotated', by, credential, payload });
  return { apiKey, keys: await tx.db.credentialKey.findMany({ where: of }) };
};
