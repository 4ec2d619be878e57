import type { Context } from '../../../context.ts';

/** Every process has read a signal long before. */
const KEPT_MS = 300_000;

/** Deletes the signals that everybody has heard. */
export const cleanUpSignals = async ({
  clock,
  database,
}: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  await database.prisma.mediaSignal.deleteMany({ where: { created_at: { lt: before } } });
};
