import type { LocaleCode, RoleName } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { insertMember, type MemberRow } from './exports/insert-member.ts';

/** Adds an active member for the host's operator, such as an organisation's first org_admin. */
export const addMember = (
  context: Pick<Context, 'ids' | 'random' | 'transact'>,
  {
    organisationId,
    ...person
  }: { organisationId: string; email: string; name: string; role: RoleName; locale: LocaleCode },
): Promise<MemberRow> =>
  context.transact(async (tx) => {
    const member = await insertMember(context, tx, {
      ...person,
      organisation_id: organisationId,
      status: 'active',
      joined_at: tx.now,
    });
    appendOrgEntry(context, tx, {
      organisationId,
      kind: 'member.added',
      payload: { host: true, member: member.id, role: member.role },
      personal: { email: member.email, name: member.name },
    });
    return member;
  });

/** The members of an organisation, oldest first; for the host's operator alone. */
export const findMembers = (
  { database }: Pick<Context, 'database'>,
  { organisationId }: { organisationId: string },
) =>
  database.prisma.member.findMany({
    omit: { organisation_id: true },
    where: { organisation_id: organisationId, status: { not: 'removed' } },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
