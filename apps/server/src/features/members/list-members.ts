import type { ListMembersQuery } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma, type Member } from '#prisma';
import type { Context } from '../../context.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import { viewMember } from './member-view.ts';

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
    whole: leadBy(of, Prisma.sql`status <> 'removed'`),
    conditions: [
      ...(status ? [Prisma.sql`status = ${status}`] : []),
      ...(role ? [Prisma.sql`role = ${role}`] : []),
    ],
  });
  return { data: rows.map(viewMember), ...page };
};
