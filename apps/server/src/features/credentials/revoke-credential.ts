import type { Context } from '../../context.ts';

/** Revokes a credential at once; its row stays. Undefined when there is none. Repeating it changes nothing. */
export const revokeCredential = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { credentialId }: { credentialId: string },
): Promise<{ id: string; revoked_at: Date } | undefined> => {
  await database.prisma.credential.updateMany({
    where: { id: credentialId, revoked_at: null },
    data: { revoked_at: clock.now() },
  });
  const row = await database.prisma.credential.findFirst({ where: { id: credentialId } });
  return row?.revoked_at ? { id: row.id, revoked_at: row.revoked_at } : undefined;
};
