import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/**
 * Takes the place from every upload under way in a session: what the device said is gone now, and what is in the
 * bytes is blanked when they have come. Granting it again does not give it back to them.
 */
export const withdrawPlace = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  await tx.db.evidence.updateMany({
    where: {
      organisation_id: organisationId,
      session_id: sessionId,
      status: 'uploading',
      OR: [{ keeps_place: true }, { keeps_place: null }],
    },
    data: { keeps_place: false, lat_e7: null, lon_e7: null, accuracy_cm: null, updated_at: tx.now },
  });
};
