import type { Session } from '@field-inspection/contract';
import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { SessionKey } from './exports/lock-session.ts';
import { viewSession } from './exports/session-view.ts';
import { findSession } from './prepared/find-session.ts';

export const getSession = async (
  { database }: Pick<Context, 'database'>,
  key: SessionKey,
): Promise<Session> => {
  const row = await findSession(database, key);
  if (!row) throw noSuch('session', key.sessionId);
  return viewSession(row);
};
