import type { Credential, UpdateCredentialBody } from '@field-inspection/contract';
import { changeCredential } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import { restWhileEnding } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { lookAtOperatorPeers } from '../media/exports/close-room.ts';
import { appendKeyEntry } from './append-key-entry.ts';
import { viewCredential } from './credential-view.ts';
import { lockCredential } from './lock-credential.ts';
import { requireHeld } from './require-held.ts';
import { invalidField } from '../../refusals.ts';

/**
 * Changes a credential. Networks and an end can be set by a caller who could create the result: a bound key widens
 * neither itself nor another. After the answer, no request from outside its networks commits, and its connections in live
 * rooms are looked at.
 */
export const updateCredential = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  {
    caller,
    credentialId,
    body,
  }: { caller: Caller; credentialId: string; body: z.output<typeof UpdateCredentialBody> },
): Promise<Credential> => {
  const { organisationId, address } = caller;
  const takesRight = body.expires_at !== undefined || body.allowed_networks !== undefined;
  await restWhileEnding(tx, rightOf(caller), takesRight ? [{ kind: 'credential', id: credentialId }] : []);
  const { row } = await lockCredential(tx, { organisationId, credentialId });
  const { changed, isBound, isSame } = changeCredential(row, body, tx.now);
  if (isBound)
    await requireHeld(tx, caller, {
      scopes: row.scopes,
      expiresAt: changed.expires_at,
      allowedNetworks: changed.allowed_networks,
      rateLimit: row.rate_limit,
      memberId: row.member_id,
    });
  if (body.allowed_networks && credentialId === caller.credentialId)
    await keepReachable(tx, { address, networks: body.allowed_networks });
  // A change of nothing gets no entry.
  if (isSame) return viewCredential(row, tx.now);
  const updated = await tx.db.credential.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: credentialId } },
    data: changed,
    include: { keys: true },
  });
  if (isBound) lookAtOperatorPeers(tx, { credentialIds: [credentialId], memberId: null });
  appendKeyEntry(context, tx, {
    kind: 'key.changed',
    by: nameActor(caller),
    credential: updated,
    payload: { networks: changed.allowed_networks, expires_at: changed.expires_at?.toISOString() ?? null },
  });
  return viewCredential(updated, tx.now);
};

/**
 * Refuses networks that leave out the address of the key that binds itself: it could never take that back. PostgreSQL
 * knows whether an address lies in a network.
 *
 * @throws {Refusal} validation_error, with the address that was left out
 */
const keepReachable = async (
  { db }: Tx,
  { address, networks }: { address: string | null; networks: readonly string[] },
): Promise<void> => {
  if (networks.length === 0) return;
  const [found] = await db.$queryRaw<{ is_within: boolean }[]>`
    select coalesce(${address}::inet <<= any (${[...networks]}::text[]::inet[]), false) as is_within
  `;
  if (found!.is_within) return;
  const from = address === null ? 'the address that this request comes from' : address;
  throw invalidField(
    'allowed_networks',
    `must hold ${from}: your own key would be refused from there at once. Add it, or do this by another key`,
  );
};
