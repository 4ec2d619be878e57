import { noSuch } from '../../api-error.ts';
import type { Session } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { SessionKey } from './exports/lock-session.ts';
import { viewSession } from './exports/session-view.ts';

export const getSession = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<Session> => {
  const row = await database.prisma.session.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
  });
  if (!row) throw noSuch('session', sessionId);
  return viewSession(row);
};
