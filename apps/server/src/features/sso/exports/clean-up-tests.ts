import type { Context } from '../../../context.ts';

/** The claims of a person are kept for so long: who tests looks at them at once. */
export const TEST_MS = 86_400_000;

/** Forgets what tests of connections told of persons a day ago. An organisation has one at most. */
export const cleanUpTests = async ({
  clock,
  database,
}: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const until = new Date(clock.now().getTime() - TEST_MS);
  await database.prisma.ssoConnection.updateMany({
    where: { test_at: { lt: until } },
    data: { test_sealed: null, test_at: null },
  });
};
