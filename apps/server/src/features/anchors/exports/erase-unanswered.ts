import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/**
 * Deletes the anchors without a token of a session's whiteboards: their exports are gone, so no authority can be asked
 * any more. Tokens stay, as hashes do: each holds a hash and a time. Gives the number left to delete.
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
