import type { Context } from '../../../context.ts';

/** Deletes what was said in a session's room; the sweep of each minute would, too. How many are left. */
export const eraseSignals = async (
  { database: { prisma } }: Pick<Context, 'database'>,
  { sessionId }: { sessionId: string },
): Promise<number> => {
  await prisma.mediaSignal.deleteMany({ where: { room: sessionId } });
  await prisma.mediaPeer.deleteMany({ where: { room: sessionId } });
  return 0;
};
