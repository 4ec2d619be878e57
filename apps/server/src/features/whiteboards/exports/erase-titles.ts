import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/** Erases the titles of a session's whiteboards; their strokes go as evidence. Gives the number of those left. */
export const eraseTitles = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<number> => {
  await database.prisma.whiteboard.updateMany({
    where: { organisation_id: organisationId, session_id: sessionId },
    data: { title: '' },
  });
  return 0;
};
