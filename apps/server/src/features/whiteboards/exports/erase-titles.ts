import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

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
