import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import { endSignature } from '../state/end-signature.ts';
import { lockSignature } from '../state/lock-signature.ts';

/** Cancels the signatures on a session's reports that wait. */
export const cancelSignatures = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  const waiting = await tx.db.signature.findMany({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'pending' },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id } of waiting) {
    const row = await lockSignature(tx, { organisationId, signatureId: id });
    if (row.status === 'pending') await endSignature(tx, row, 'cancelled');
  }
};
