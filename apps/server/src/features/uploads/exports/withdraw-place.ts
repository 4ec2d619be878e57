import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/**
 * Takes the place from every upload of a participant, and from every recording of their session, that is no evidence: what the device said is gone now. Of one under
 * way, what is in the bytes is blanked when they have come; granting it again does not give it back. One that failed
 * has no bytes any more, and keeps no place either.
 */
export const withdrawPlace = async (
  tx: Tx,
  { organisationId, sessionId, participantId }: SessionKey & { participantId: string },
): Promise<void> => {
  await tx.db.evidence.updateMany({
    where: {
      organisation_id: organisationId,
      session_id: sessionId,
      AND: [
        { OR: [{ participant_id: participantId }, { kind: 'recording' }] },
        { OR: [{ status: 'uploading' }, { status: 'failed', sha256: null }] },
        { OR: [{ keeps_place: true }, { keeps_place: null }] },
      ],
    },
    data: { keeps_place: false, lat_e7: null, lon_e7: null, accuracy_cm: null, updated_at: tx.now },
  });
};
