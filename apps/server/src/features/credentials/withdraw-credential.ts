import { noSuch, unauthenticated } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import { endRight, restOn } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { endCredential } from './end-credential.ts';

/**
 * Revokes a credential of the caller's organisation, the caller's own included. Its right is taken alone, the caller's
 * is shared, and the two in the order of their ids: of two that revoke each other the one that comes second finds its
 * right gone, and neither waits for the other in a circle.
 */
export const withdrawCredential = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, credentialId }: { caller: Caller; credentialId: string },
): Promise<void> => {
  const id = credentialId.toLowerCase();
  const place = { organisation_id: caller.organisationId, id };
  const known = await tx.db.credential.findUnique({ where: { organisation_id_id: place } });
  if (!known) throw noSuch('credential', credentialId);
  const take = () => endRight(tx, { kind: 'credential', id });
  const share = () => restOn(tx, rightOf(caller));
  const isOwn = id === caller.credentialId;
  if (isOwn) await take();
  else for (const step of id < caller.credentialId ? [take, share] : [share, take]) await step();
  const ended = await endCredential(context, tx, { credentialId: id, by: nameActor(caller) });
  // What the caller has no more: somebody else revoked it while this one waited.
  if (isOwn && !ended?.isEndedNow) throw unauthenticated();
};
