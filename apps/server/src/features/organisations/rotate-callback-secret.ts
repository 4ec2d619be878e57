import type { CallbackSecret } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { mintSigningSecret } from '../webhooks/exports/mint-signing-secret.ts';

/**
 * Gives the organisation a new callback secret, shown this once. The one before signs beside it until the
 * overlap ends; there is room for one, so a second rotation kills the oldest at once.
 */
export const rotateCallbackSecret = async (
  context: Pick<Context, 'config' | 'keyring' | 'random'>,
  tx: Tx,
  caller: Caller,
): Promise<z.infer<typeof CallbackSecret>> => {
  const { organisationId } = caller;
  const { secret, sealed } = mintSigningSecret(context, { organisationId });
  const overlapEnd = new Date(tx.now.getTime() + context.config.secretOverlapMs);
  // Raw, since one column takes the value of another: two rotations at once take their turns.
  const rows = await tx.db.$queryRaw<{ previous_expires_at: Date | null }[]>`
    update organisations
    set callback_secret_sealed = ${sealed},
      previous_callback_secret_sealed = callback_secret_sealed,
      previous_callback_secret_expires_at =
        case when callback_secret_sealed is not null then ${overlapEnd}::timestamptz end
    where id = ${organisationId}::uuid
    returning previous_callback_secret_expires_at as previous_expires_at
  `;
  const previous_expires_at = rows[0]?.previous_expires_at?.toISOString() ?? null;
  const payload = { ...nameActor(caller), previous_expires_at };
  appendOrgEntry(context, tx, { organisationId, kind: 'organisation.callback_secret_rotated', payload });
  return { signing_secret: secret, previous_expires_at };
};
