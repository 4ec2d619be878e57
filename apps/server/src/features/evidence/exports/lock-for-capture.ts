import { ApiError, noSuch } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { lockSessionRow, type SessionKey } from '../../sessions/exports/lock-session.ts';
import type { SessionRow } from '../../sessions/exports/session-view.ts';

/** Whether what is sent begins now, or had begun before. */
export type Begun = 'now' | 'before';

/** Locks a session, and judges whether it takes evidence. */
export const lockForCapture = async (tx: Tx, key: SessionKey, begun: Begun): Promise<SessionRow> => {
  const session = await lockSessionRow(tx, key);
  if (!session) throw noSuch('session', key.sessionId);
  await requireOpen(tx, session, begun);
  return session;
};

/** A live session takes evidence. After its end it takes what was begun before, until its chain is frozen. */
export const requireOpen = async (tx: Tx, session: SessionRow, begun: Begun): Promise<void> => {
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
  new ApiError(
    'session.invalid_state',
    'The session is created: it takes evidence once somebody has joined.',
  );

const ended = (status: string) =>
  new ApiError('session.already_ended', `The session is ${status}: it takes no evidence any more.`);
