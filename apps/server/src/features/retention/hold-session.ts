import type { Session } from '@field-inspection/contract';
import { requireUnredacted } from '@field-inspection/rules';
import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { viewSession } from '../sessions/exports/session-view.ts';
import { noteHold } from './note-hold.ts';

/** Puts a session under a legal hold, whatever its state. Repeating it changes nothing. */
export const holdSession = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { credentialId, memberId, reason, ...key }: SessionKey & Actor & { reason: string },
): Promise<Session> => {
  const session = await lockSessionRow(tx, key);
  if (!session) throw noSuch('session', key.sessionId);
  requireUnredacted(session);
  if (session.on_hold) return viewSession(session);
  const by = { credentialId, memberId };
  const held = await noteHold(context, tx, { ...key, onHold: true, by, personal: { reason } });
  return viewSession({ ...held, report: session.report });
};
