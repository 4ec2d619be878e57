import type { Context } from '../../context.ts';
import { endRight } from '../../platform/database/right-lock.ts';
import { closeOperatorPlaces } from '../media/exports/close-operator-places.ts';

/** Longer than the writes that wait for a row may wait, and shorter than the 8 s that a statement's answer may take. */
const PATIENCE_MS = 7_000;

/**
 * Revokes a credential; its row stays. Undefined when there is none. Repeating it changes nothing. Once this answers,
 * nothing more commits by its key, and its places in live rooms are closed. A write under way is waited for.
 */
export const revokeCredential = (
  { transact }: Pick<Context, 'transact'>,
  { credentialId }: { credentialId: string },
): Promise<{ id: string; revoked_at: Date } | undefined> =>
  transact(async (tx) => {
    await endRight(tx, { kind: 'credential', id: credentialId }, PATIENCE_MS);
    const { count } = await tx.db.credential.updateMany({
      where: { id: credentialId, revoked_at: null },
      data: { revoked_at: tx.now },
    });
    if (count > 0) closeOperatorPlaces(tx, credentialId);
    const row = await tx.db.credential.findFirst({ where: { id: credentialId } });
    return row?.revoked_at ? { id: row.id, revoked_at: row.revoked_at } : undefined;
  });
