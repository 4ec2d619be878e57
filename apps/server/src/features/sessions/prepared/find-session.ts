import type { Database } from '../../../platform/database/open-database.ts';
import { runPrepared, type PreparedStatement } from '../../../platform/database/run-prepared.ts';
import type { SessionKey } from '../exports/lock-session.ts';
import type { SessionRow } from '../exports/session-view.ts';

/** A session of the organisation; nothing for another's. */
export const findSession = async (
  { pool }: Pick<Database, 'pool'>,
  { organisationId, sessionId }: SessionKey,
): Promise<SessionRow | undefined> => {
  const [row] = await runPrepared<SessionRow>(pool, FIND, [organisationId, sessionId]);
  return row;
};

const FIND: PreparedStatement = {
  name: 'find-session',
  text: 'select * from sessions where organisation_id = $1 and id = $2',
};
