import { ApiError, noSuch } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { lockSessionRow, type SessionKey } from '../../sessions/exports/lock-session.ts';
import type { SessionRow } from '../../sessions/exports/session-view.ts';

/**
 * Locks a session, and judges whether it takes evidence. A live session does. After its end it takes what was
 * begun before, until its chain is frozen. The camera may be used only with the field person's consent.
 */
export const lockForCapture = async (
  tx: Tx,
  key: SessionKey,
  { begun, wantsCamera }: { begun: 'now' | 'before'; wantsCamera: boolean },
): Promise<SessionRow> => {
  const session = await lockSessionRow(tx, key);
  if (!session) throw noSuch('session', key.sessionId);
  const isLive = session.status === 'open' || session.status === 'recording';
  if (!isLive && !(begun === 'before' && session.status === 'closed' && (await isChainOpen(tx, key)))) {
    throw session.status === 'created' ? notJoined() : ended(session.status);
  }
  if (wantsCamera && session.consent_camera !== 'granted') {
    throw new ApiError(
      'consent_required',
      `The consent to the camera is ${session.consent_camera}. Ask the field person, and send it again.`,
    );
  }
  return session;
};

const isChainOpen = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<boolean> => {
  const open = await tx.db.auditChain.count({
    where: { organisation_id: organisationId, session_id: sessionId, frozen_at: null },
  });
  return open > 0;
};

const notJoined = () =>
  new ApiError(
    'session.invalid_state',
    'The session is created: it takes evidence once somebody has joined.',
  );

const ended = (status: string) =>
  new ApiError('session.already_ended', `The session is ${status}: it takes no evidence any more.`);
