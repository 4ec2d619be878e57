import type { ConsentValue } from '@field-inspection/contract';
import { Refusal, noSuch } from '../../../refusals.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { lockSessionRow, type SessionKey } from '../../sessions/exports/lock-session.ts';
import type { SessionRow } from '../../sessions/exports/session-view.ts';

type Begun = 'now' | 'before';

export const lockForCapture = async (tx: Tx, key: SessionKey, begun: Begun): Promise<SessionRow> => {
  const session = await lockSessionRow(tx, key);
  if (!session) throw noSuch('session', key.sessionId);
  await requireOpen(tx, session, begun);
  return session;
};

// After a session's end, uploads that began before are taken until its chain is frozen.
const requireOpen = async (tx: Tx, session: SessionRow, begun: Begun): Promise<void> => {
  const isLive = session.status === 'open' || session.status === 'recording';
  if (isLive || (begun === 'before' && session.status === 'closed' && (await isChainOpen(tx, session))))
    return;
  throw session.status === 'created' ? notJoined() : ended(session.status);
};

const isChainOpen = async (tx: Tx, { organisation_id, id }: SessionRow): Promise<boolean> => {
  const open = await tx.db.auditChain.count({
    where: { organisation_id, session_id: id, frozen_at: null },
  });
  return open > 0;
};

const notJoined = () =>
  new Refusal('session.invalid_state', 'The session is created: it takes evidence once somebody has joined.');

const ended = (status: string) =>
  new Refusal('session.already_ended', `The session is ${status}: it takes no evidence any more.`);

export type PhotoKey = SessionKey & { participantId: string };

/**
 * Locks a session with the participant who photographs, and judges whether it takes their photo: as any evidence, and
 * only with their own consent to the camera. Gives their answer to the location.
 *
 * Raw, since Prisma can't lock. Every request locks the participant's row before the session's. The participant's is
 * locked so that the answer is present: after its wait for the session, PostgreSQL reads only locked rows again.
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
  throw new Refusal(
    'consent_required',
    `The consent to the camera is ${camera}. Ask the field person, and send it again.`,
  );
};
