import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';

/** The session, which must exist in the organisation. Its reports may be none. */
export const requireSession = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<Pick<SessionRow, 'redacted_at'>> => {
  const found = await database.prisma.session.findUnique({
    select: { redacted_at: true },
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
  });
  if (!found) throw noSuch('session', sessionId);
  return found;
};
