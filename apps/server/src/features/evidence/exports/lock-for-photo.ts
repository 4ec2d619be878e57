import type { ConsentValue } from '@field-inspection/contract';
import { ApiError } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import type { SessionRow } from '../../sessions/exports/session-view.ts';
import { requireOpen, type Begun } from './lock-for-capture.ts';

/** A session, and who photographs in it. */
export type PhotoKey = SessionKey & { participantId: string };

/**
 * Locks a session with the participant who photographs, and judges whether it takes a photo of theirs: as any evidence,
 * and only with their own consent to the camera. Tells what they answer to their place.
 *
 * Raw, since Prisma can't lock. The participant's row comes first, as every request takes the two, and is locked so that
 * the answer is the one of now: PostgreSQL waits for the session with what it has read, and reads only locked rows again.
 */
export const lockForPhoto = async (
  tx: Tx,
  { organisationId, sessionId, participantId }: PhotoKey,
  begun: Begun,
): Promise<{ session: SessionRow; gps: ConsentValue }> => {
  const rows = await tx.db.$queryRaw<(SessionRow & { own_camera: ConsentValue; own_gps: ConsentValue })[]>`
    select s.*, p.consent_camera as own_camera, p.consent_gps as own_gps
    from participants p
    join sessions s on s.organisation_id = p.organisation_id and s.id = p.session_id
    where p.organisation_id = ${organisationId}::uuid and p.id = ${participantId}::uuid
      and p.session_id = ${sessionId}::uuid
    for no key update of p, s
  `;
  const { own_camera: camera, own_gps: gps, ...session } = rows[0]!;
  tx.sessionId = session.id;
  await requireOpen(tx, session, begun);
  if (camera === 'granted') return { session, gps };
  throw new ApiError(
    'consent_required',
    `The consent to the camera is ${camera}. Ask the field person, and send it again.`,
  );
};
