import type { SessionStatus } from '@field-inspection/contract';
import { ApiError, noSuch } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { moveSession, type SessionCommand } from './session-state.ts';
import { reportColumn, type SessionRow, type WithReport } from './session-view.ts';

export type SessionKey = { organisationId: string; sessionId: string };

/**
 * Reads a session under its row lock: two commands at once take their turns, and the second sees what the
 * first did. Raw, since Prisma can't lock; `no key`, so that rows which refer to the session can still be
 * written.
 */
export const lockSessionRow = async (
  tx: Tx,
  { organisationId, sessionId }: SessionKey,
): Promise<(SessionRow & WithReport) | undefined> => {
  const rows = await tx.db.$queryRaw<(SessionRow & WithReport)[]>`
    select *, ${reportColumn}
    from sessions
    where organisation_id = ${organisationId}::uuid and id = ${sessionId}::uuid
    for no key update
  `;
  if (rows[0]) tx.sessionId = rows[0].id;
  return rows[0];
};

/** Locks a session and judges a command. */
export const lockSession = async (
  tx: Tx,
  key: SessionKey,
  command: SessionCommand,
): Promise<{ session: SessionRow & WithReport; nextStatus: SessionRow['status'] }> => {
  const session = await lockSessionRow(tx, key);
  if (!session) throw noSuch('session', key.sessionId);
  const move = moveSession(session.status as SessionStatus, command);
  if (!move.ok) throw new ApiError(move.code, explainMove(session.status, command));
  return { session, nextStatus: move.status };
};

const explainMove = (status: string, command: SessionCommand): string =>
  `The session is ${status}; ${REASONS[command]}`;

const REASONS: Record<SessionCommand, string> = {
  join: 'nobody can join it any more.',
  start_recording: 'only an open session can start a recording.',
  stop_recording: 'only a session that is recording can stop it.',
  end: 'it can not be ended.',
  expire: 'it can not expire.',
  change: 'it can not be changed any more.',
};
