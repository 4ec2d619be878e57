import type { ListMembersQuery } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma, type Member } from '#prisma';
import type { Context } from '../../context.ts';
import { filterBy, leadBy, listPage } from '../../platform/database/list-page.ts';
import { findInvitationMails } from '../notifications/exports/find-invitation-mails.ts';
import { viewMember } from './member-view.ts';

/** As the indexes say it. */
const IS_THERE = Prisma.sql`status <> 'removed'`;

/** One page of the organisation's members, newest first. */
export const listMembers = async (
  context: Pick<Context, 'database' | 'keyring'>,
  { organisationId, query }: { organisationId: string; query: z.output<typeof ListMembersQuery> },
) => {
  const { status, role, limit, cursor } = query;
  const of = { table: 'members', organisationId };
  const { rows, ...page } = await listPage<Member>(context, {
    list: ['members', organisationId, status, role],
    cursor,
    limit,
    of,
    whole: leadBy(of, IS_THERE),
    filters: [
      ...(status ? [filterBy(of, Prisma.sql`status = ${status} and ${IS_THERE}`)] : []),
      ...(role ? [filterBy(of, Prisma.sql`role = ${role} and ${IS_THERE}`)] : []),
    ],
  });
  const memberIds = rows.map(({ id }) => id);
  const mails = await findInvitationMails(context.database.prisma, { organisationId, memberIds });
  return { data: rows.map((row) => viewMember(row, mails.get(row.id))), ...page };
};
