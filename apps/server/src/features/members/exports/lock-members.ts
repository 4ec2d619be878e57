import type { Plan } from '@field-inspection/contract';
import {
  endsAdmin,
  endsBreakGlass,
  requireOtherAdmin,
  requireOtherBreakGlass,
} from '@field-inspection/rules';
import { Prisma } from '#prisma';
import { noSuch } from '../../../refusals.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { MemberRow } from './insert-member.ts';

export type MemberKey = { organisationId: string; memberId: string };

type OrganisationRow = { plan: Plan; locale: string };

/**
 * Locks the organisation, so that the second of two changes of its members sees the first. Sessions can be created
 * meanwhile: their foreign keys share the row. Raw, since Prisma can't lock.
 */
export const lockOrganisation = async (tx: Tx, organisationId: string): Promise<OrganisationRow> => {
  const [row] = await tx.db.$queryRaw<OrganisationRow[]>`
    select plan, locale from organisations where id = ${organisationId}::uuid for no key update
  `;
  if (!row) throw noSuch('organisation', organisationId);
  return row;
};

/** Locks a member, so that no key is made for them meanwhile: its foreign key waits. */
export const lockMember = async (tx: Tx, { organisationId, memberId }: MemberKey): Promise<MemberRow> => {
  const [row] = await tx.db.$queryRaw<MemberRow[]>(Prisma.sql`
    select * from members
    where organisation_id = ${organisationId}::uuid and id = ${memberId}::uuid and status <> 'removed'
    for update
  `);
  if (!row) throw noSuch('member', memberId);
  return row;
};

/**
 * Refuses a change that leaves the organisation without an active org_admin, or, while its sign-on is enforced, without
 * one who signs in though the provider fails. The organisation must be locked.
 *
 * @throws {Refusal} org.last_admin
 */
export const keepAdmin = async (
  tx: Tx,
  member: MemberRow,
  after: { role: string; status: string; break_glass: boolean },
): Promise<void> => {
  const { organisation_id, id } = member;
  const others = { organisation_id, role: 'org_admin', status: 'active', id: { not: id } };
  if (endsAdmin(member, after)) requireOtherAdmin(await tx.db.member.count({ where: others }));
  if (!endsBreakGlass(member, after)) return;
  const enforced = await tx.db.ssoConnection.count({ where: { organisation_id, enforced: true } });
  if (enforced > 0)
    requireOtherBreakGlass(await tx.db.member.count({ where: { ...others, break_glass: true } }));
};
