import { Prisma, type Member } from '#prisma';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';

export type MemberRow = Member;

/**
 * Inserts a member. An address is one person of an organisation, in capitals or not.
 *
 * @throws {ApiError} member.exists
 */
export const insertMember = async (
  { ids }: Pick<Context, 'ids'>,
  tx: Tx,
  person: Omit<MemberRow, 'id' | 'created_at'>,
): Promise<MemberRow> => {
  const { organisation_id, email, name, role, status, locale, joined_at } = person;
  // Raw, since the unique index is one of an expression, which Prisma does not know. Of two at once the second waits.
  const rows = await tx.db.$queryRaw<MemberRow[]>(Prisma.sql`
    insert into members (organisation_id, id, email, name, role, status, locale, created_at, joined_at)
    values (${organisation_id}::uuid, ${ids.next()}::uuid, ${email}, ${name}, ${role}, ${status}, ${locale}, ${tx.now}, ${joined_at})
    on conflict do nothing
    returning *
  `);
  if (rows[0]) return rows[0];
  throw new ApiError('member.exists', 'A member of the organisation has this address already.');
};
