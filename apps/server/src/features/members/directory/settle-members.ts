import { ROLE_NAMES, type RoleName } from '@field-inspection/contract';
import { Prisma, type Directory } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { DirectoryAuthor } from '../exports/change-author.ts';
import { applyChanges, isEnding, type MemberChanges } from '../change-member.ts';
import type { MemberRow } from '../exports/insert-member.ts';
import { lockMember, lockOrganisation } from '../exports/lock-members.ts';
import { Refusal } from '../../../refusals.ts';
import { takeRights } from '../take-rights.ts';

/** Persons whose role one transaction changes at most: each takes some five statements. */
export const MOST_AT_ONCE = 500;

export type Author = { organisationId: string; author: DirectoryAuthor };

/** Changes members as a directory says, by the use case of the members. Comes before any other row of them is locked. */
export const settleMembers = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { organisationId, author, changes }: Author & { changes: ReadonlyMap<string, MemberChanges> },
): Promise<MemberRow[]> => {
  const all = [...changes].sort(([one], [other]) => (one < other ? -1 : 1));
  const ended = all.filter(([, each]) => isEnding(each)).map(([memberId]) => memberId);
  const keys = await takeRights(tx, { organisationId, author, ended });
  await lockOrganisation(tx, organisationId);
  const settled: MemberRow[] = [];
  for (const [memberId, each] of all) {
    const member = await lockMember(tx, { organisationId, memberId });
    if (each.email !== undefined) await requireMovable(tx, member);
    settled.push(await applyChanges(context, tx, { author, member, changes: each, keys }));
  }
  return settled;
};

/**
 * Whoever has the mail of a member signs in as them. So a directory moves the address of those alone whose role it gives
 * itself: else its token would be worth any member, an org_admin included. And never of those whom enforcement lets in
 * by a code: they are there for the day on which provider and directory are in foreign hands.
 *
 * @throws {Refusal} permission_denied
 */
const requireMovable = async (tx: Tx, { organisation_id, role, break_glass }: MemberRow): Promise<void> => {
  const stays = 'so that the directory does not change their address.';
  if (break_glass)
    throw new Refusal(
      'permission_denied',
      `The member signs in by a code whatever is enforced, ${stays} Take break_glass from them first.`,
    );
  const gives = { OR: [{ default_role: role }, { roles: { some: { role } } }] };
  if ((await tx.db.directory.count({ where: { organisation_id, ...gives } })) > 0) return;
  throw new Refusal(
    'permission_denied',
    `The member is ${role}, which neither the map nor the default gives, ${stays} Name the role in the map.`,
  );
};

type Mapped = { id: string; member_id: string | null; role: RoleName | null };

/**
 * Gives the persons of groups the role that the map says by now. A person whom no group gives one any more gets the
 * default role; who never had one by a group keeps theirs. Gives how many roles changed, at most `MOST_AT_ONCE`.
 */
export const settleRoles = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { directory, userIds, ...by }: Author & { directory: Directory; userIds?: string[] },
): Promise<number> => {
  const mapped = await findMapped(tx, by.organisationId, userIds);
  if (mapped.length === 0) return 0;
  const roleOf = ({ role }: Mapped) => role ?? (directory.default_role as RoleName);
  const changes = mapped.flatMap((each) =>
    each.member_id ? [[each.member_id, { role: roleOf(each) }] as const] : [],
  );
  await settleMembers(context, tx, { ...by, changes: new Map(changes) });
  await tx.db.$executeRaw`
    update directory_users u
    set mapped_role = x.role
    from unnest(${mapped.map(({ id }) => id)}::uuid[], ${mapped.map(({ role }) => role)}::text[]) x (id, role)
    where u.organisation_id = ${by.organisationId}::uuid and u.id = x.id
  `;
  return mapped.length;
};

// The admins come first: what would take the last of them is refused before anything else is done.
const findMapped = async (tx: Tx, organisationId: string, userIds?: string[]): Promise<Mapped[]> =>
  tx.db.$queryRaw<Mapped[]>(Prisma.sql`
    select u.id, u.member_id, x.role
    from directory_users u
    cross join lateral (${selectRole(Prisma.sql`u.organisation_id`, Prisma.sql`u.id`)}) x
    where u.organisation_id = ${organisationId}::uuid and x.role is distinct from u.mapped_role
      ${userIds ? Prisma.sql`and u.id = any (${userIds}::uuid[])` : Prisma.empty}
    order by (u.mapped_role = 'org_admin') desc nulls last, u.id
    limit ${MOST_AT_ONCE}
  `);

/** Selects the widest role that the groups of a user give by the map; null where none does. */
export const selectRole = (organisation: Prisma.Sql, user: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select (
    select r.role
    from directory_group_members m
    join directory_groups g on g.organisation_id = m.organisation_id and g.id = m.group_id
    join directory_roles r on r.organisation_id = g.organisation_id and r.group_key = lower(g.display_name)
    where m.organisation_id = ${organisation} and m.user_id = ${user}
    order by array_position(${[...ROLE_NAMES]}::text[], r.role)
    limit 1
  ) as role`;
