import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/**
 * Gives up what no authority has answered yet of a session's whiteboards: their exports are gone, so nobody can be asked
 * any more. Tokens stay, as hashes do: each holds a hash and a time. How many are left.
 */
export const eraseUnanswered = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<number> => {
  await database.prisma.whiteboardAnchor.deleteMany({
    where: {
      organisation_id: organisationId,
      evidence: { session_id: sessionId },
      status: { not: 'anchored' },
    },
  });
  return 0;
};
