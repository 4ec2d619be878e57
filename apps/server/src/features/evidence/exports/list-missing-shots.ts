import { listMissing } from '@field-inspection/rules';
import type { Prisma } from '#prisma';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import { readShots, type SessionRow } from '../../sessions/exports/session-view.ts';

export const listMissingShots = async (
  { database }: { database: { prisma: Prisma.TransactionClient } },
  { organisationId, sessionId }: SessionKey,
  session: Pick<SessionRow, 'shots'>,
): Promise<string[]> => {
  const shots = readShots(session);
  const required = listMissing(shots, []);
  if (required.length === 0) return [];
  const found = await database.prisma.evidence.findMany({
    where: {
      organisation_id: organisationId,
      session_id: sessionId,
      status: 'ready',
      slot: { in: required },
    },
    select: { slot: true },
    distinct: ['slot'],
  });
  return listMissing(
    shots,
    found.map(({ slot }) => slot),
  );
};
