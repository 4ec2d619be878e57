import { memberExists } from '@field-inspection/rules';
import { Prisma, type Member } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';

export type MemberRow = Member;

/**
 * Inserts a member. An address, in capitals or not, is that of one person of an organisation.
 *
 * @throws {Refusal} member.exists
 */
export const insertMember = async (
  { ids }: Pick<Context, 'ids'>,
  tx: Tx,
  person: Omit<MemberRow, 'id' | 'created_at' | 'user_handle' | 'break_glass'>,
): Promise<MemberRow> => {
  const { organisation_id, email, name, role, status, locale, joined_at } = person;
  // Raw, since Prisma does not know the unique index, which is on an expression. The second of two at once waits.
  const rows = await tx.db.$queryRaw<MemberRow[]>(Prisma.sql`
    insert into members (organisation_id, id, email, name, role, status, locale, created_at, joined_at)
    values (${organisation_id}::uuid, ${ids.next()}::uuid, ${email}, ${name}, ${role}, ${status}, ${locale}, ${tx.now}, ${joined_at})
    on conflict do nothing
    returning *
  `);
  if (rows[0]) return rows[0];
  throw memberExists();
};
