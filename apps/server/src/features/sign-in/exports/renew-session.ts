import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Right } from '../../../platform/database/effects.ts';
import { restWhileEnding } from '../../../platform/database/right-lock.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { createSessionToken } from '../../../platform/secrets/api-key.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';

type Renewal = {
  caller: Actor & { organisationId: string };
  right: Right;
  way: string;
  /** Takes what was shown, once. */
  take: () => Promise<void>;
};

/**
 * Steps a session up, and gives its new token: whoever knew the one before gets nothing of this. Writes under way by the
 * old token are waited for.
 */
export const renewSession = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, right, way, take }: Renewal,
): Promise<string> => {
  const { organisationId, credentialId } = caller;
  await restWhileEnding(tx, right, [{ kind: 'credential', id: credentialId }]);
  await take();
  const of = { organisation_id: organisationId, credential_id: credentialId };
  const token = createSessionToken(context.random);
  await tx.db.credentialKey.deleteMany({ where: of });
  await tx.db.credentialKey.create({ data: { ...of, key_hash: hashToken(token), created_at: tx.now } });
  await tx.db.credential.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: credentialId } },
    data: { stepped_up_at: tx.now },
  });
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'member.stepped_up',
    payload: { ...nameActor(caller), way },
  });
  return token;
};
