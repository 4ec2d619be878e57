import type { Context } from '../../context.ts';
import { appendKeyEntry } from './append-key-entry.ts';
import { lockCredential } from './lock-credential.ts';

/**
 * Sets a credential's requests a minute for the host's operator, with an entry in the organisation's chain. Each
 * process reads the limit with each request, so it holds from the next one. Gives undefined if no such credential is
 * active.
 */
export const setRateLimit = (
  context: Pick<Context, 'transact' | 'random'>,
  { credentialId, rateLimit }: { credentialId: string; rateLimit: number },
): Promise<{ id: string; rate_limit: number } | undefined> =>
  context.transact(async (tx) => {
    const found = await tx.db.credential.findFirst({ where: { id: credentialId, kind: 'key' } });
    if (!found) return undefined;
    const { row, status } = await lockCredential(tx, { organisationId: found.organisation_id, credentialId });
    if (status !== 'active') return undefined;
    await tx.db.credential.update({
      where: { organisation_id_id: { organisation_id: row.organisation_id, id: row.id } },
      data: { rate_limit: rateLimit },
    });
    const payload = { rate_limit: rateLimit };
    appendKeyEntry(context, tx, { kind: 'key.changed', by: { host: true }, credential: row, payload });
    return { id: row.id, rate_limit: rateLimit };
  });
