import type { Context } from '../../context.ts';
import { lockCredential } from './lock-credential.ts';
import { replaceKey } from './replace-key.ts';

/**
 * Rotates the key of a credential for the host. Undefined when there is none that is active. The new key is returned
 * here and never again.
 */
export const renewKey = (
  context: Pick<Context, 'transact' | 'random'>,
  { credentialId, overlapHours }: { credentialId: string; overlapHours: number },
): Promise<{ id: string; api_key: string; previous_valid_until: Date | null } | undefined> =>
  context.transact(async (tx) => {
    const found = await tx.db.credential.findFirst({ where: { id: credentialId, kind: 'key' } });
    if (!found) return undefined;
    const { row, status } = await lockCredential(tx, { organisationId: found.organisation_id, credentialId });
    if (status !== 'active') return undefined;
    const { apiKey, keys } = await replaceKey(context, tx, {
      credential: row,
      by: { host: true },
      overlapHours,
    });
    const previous = keys.find(({ valid_until }) => valid_until !== null);
    return { id: row.id, api_key: apiKey, previous_valid_until: previous?.valid_until ?? null };
  });
