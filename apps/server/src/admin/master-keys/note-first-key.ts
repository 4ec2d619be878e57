import type { Context } from '../../context.ts';

/** Notes that values may be sealed with the first key; one that is noted stays as it is. */
export const noteFirstKey = async ({
  database,
  keyring,
  clock,
}: Pick<Context, 'database' | 'keyring' | 'clock'>): Promise<void> => {
  const [kid] = keyring.kids;
  await database.prisma.masterKey.createMany({
    data: { kid, proof: keyring.prove(kid)!, first_used_at: clock.now() },
    skipDuplicates: true,
  });
};
