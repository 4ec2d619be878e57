import type { Tx } from '../../../platform/database/transact.ts';
import type { MessageKind } from './queue-message.ts';

/** Stops what has not been sent yet for a session, or for one participant, one signature or some kinds of it; secrets are wiped. */
export const cancelMessages = async (
  tx: Tx,
  {
    organisationId,
    sessionId,
    participantId,
    signatureId,
    kinds,
  }: {
    organisationId: string;
    sessionId: string;
    participantId?: string;
    signatureId?: string;
    kinds?: readonly MessageKind[];
  },
): Promise<void> => {
  await tx.db.message.updateMany({
    where: {
      organisation_id: organisationId,
      session_id: sessionId,
      ...(participantId ? { participant_id: participantId } : {}),
      ...(signatureId ? { signature_id: signatureId } : {}),
      ...(kinds ? { kind: { in: [...kinds] } } : {}),
      sent_at: null,
      cancelled_at: null,
    },
    data: { cancelled_at: tx.now, secret_sealed: null },
  });
};
