import type { Session } from '@field-inspection/contract';
import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { viewSession } from '../sessions/exports/session-view.ts';
import { noteHold } from './note-hold.ts';

/** Releases a session from its legal hold. One that is not held stays as it is. */
export const releaseSession = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { credentialId, memberId, ...key }: SessionKey & Actor,
): Promise<Session> => {
  const session = await lockSessionRow(tx, key);
  if (!session) throw noSuch('session', key.sessionId);
  if (!session.on_hold) return viewSession(session);
  const by = { credentialId, memberId };
  const released = await noteHold(context, tx, { ...key, onHold: false, by });
  return viewSession({ ...released, report: session.report });
};
