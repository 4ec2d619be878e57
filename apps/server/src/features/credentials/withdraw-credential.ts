import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import { restWhileEnding } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { endCredential } from './end-credential.ts';

/** Revokes a credential of the caller's organisation, the caller's own included. */
export const withdrawCredential = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, credentialId }: { caller: Caller; credentialId: string },
): Promise<void> => {
  const place = { organisation_id: caller.organisationId, id: credentialId };
  const known = await tx.db.credential.findUnique({ where: { organisation_id_id: place } });
  if (!known) throw noSuch('credential', credentialId);
  await restWhileEnding(tx, rightOf(caller), [{ kind: 'credential', id: credentialId }]);
  await endCredential(context, tx, { credentialId, by: nameActor(caller) });
};
