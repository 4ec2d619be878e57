import type { Context } from '../../../context.ts';

/** Longer than the longest window that messages are counted in. */
const KEPT_MS = 2 * 86_400_000;

/** Deletes the counts of windows that are over. */
export const cleanUpMessageWindows = async ({
  clock,
  database,
}: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const before = BigInt(Math.floor((clock.now().getTime() - KEPT_MS) / 1000));
  await database.prisma.messageWindow.deleteMany({ where: { window_start: { lt: before } } });
};
