import type { Session } from '@field-inspection/contract';
import { noSuch } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/open-database.ts';
import { runPrepared, type PreparedStatement } from '../../../platform/database/run-prepared.ts';
import type { SessionKey } from '../exports/lock-session.ts';
import { reportColumn, viewSession, type SessionRow, type WithReport } from '../exports/session-view.ts';

export const getSession = async (
  { database }: Pick<Context, 'database'>,
  key: SessionKey,
): Promise<Session> => {
  const row = await findSession(database, key);
  if (!row) throw noSuch('session', key.sessionId);
  return viewSession(row);
};

const findSession = async (
  { pool }: Pick<Database, 'pool'>,
  { organisationId, sessionId }: SessionKey,
): Promise<(SessionRow & WithReport) | undefined> => {
  const [row] = await runPrepared<SessionRow & WithReport>(pool, FIND, [organisationId, sessionId]);
  return row;
};

const FIND: PreparedStatement = {
  name: 'find-session',
  text: `select *, ${reportColumn.sql} from sessions where organisation_id = $1 and id = $2`,
};
