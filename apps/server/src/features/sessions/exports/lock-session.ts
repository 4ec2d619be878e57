import { noSuch, requireMove, type SessionCommand } from '@field-inspection/rules';
import type { Tx } from '../../../platform/database/transact.ts';
import { reportColumn, type SessionRow, type WithReport } from './session-view.ts';

export type SessionKey = { organisationId: string; sessionId: string };

/**
 * Two commands at once take turns, and the second sees what the first did. Raw, since Prisma can't lock; `no key`, so
 * that rows which refer to the session can still be written.
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

/**
 * Locks a session, and judges a command if one is named.
 *
 * @throws {Refusal} not_found; session.already_ended or session.invalid_state
 */
export const lockSession = async (
  tx: Tx,
  key: SessionKey,
  command?: SessionCommand,
): Promise<{ session: SessionRow & WithReport }> => {
  const session = await lockSessionRow(tx, key);
  if (!session) throw noSuch('session', key.sessionId);
  if (command) requireMove(session, command);
  return { session };
};
