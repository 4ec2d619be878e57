import type { Prisma } from '#prisma';

/** Finds the member, also a disabled or an invited one, whose address it is, in whatever letters. */
export const findMemberAt = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  organisationId: string,
  address: string,
): Promise<{ id: string } | undefined> => {
  const [member] = await db.$queryRaw<{ id: string }[]>`
    select id from members
    where organisation_id = ${organisationId}::uuid and lower(email) = lower(${address}) and status <> 'removed'
  `;
  return member;
};
