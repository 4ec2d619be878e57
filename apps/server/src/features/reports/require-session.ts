import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';

/** Refuses a session that does not exist in the organisation. Its reports may be none. */
export const requireSession = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<void> => {
  const found = await database.prisma.session.findUnique({
    select: { id: true },
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
  });
  if (!found) throw noSuch('session', sessionId);
};
