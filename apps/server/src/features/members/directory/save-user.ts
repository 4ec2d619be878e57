import { Locale, PLAN_LIMITS, type LocaleCode, type RoleName } from '@field-inspection/contract';
import { requireMemberQuota } from '@field-inspection/rules';
import type { Directory, DirectoryUser } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameAuthor } from '../exports/change-author.ts';
import type { MemberChanges } from '../change-member.ts';
import { insertMember, type MemberRow } from '../exports/insert-member.ts';
import { lockOrganisation } from '../exports/lock-members.ts';
import { takeRights } from '../take-rights.ts';
import { findUser } from './list-resources.ts';
import { lockDirectory } from './lock-directory.ts';
import { describeMember, type UserAttributes } from './read-user.ts';
import { takenScim, tooManyParts } from './refuse-scim.ts';
import { settleMembers, type Author } from './settle-members.ts';

type Saving = Pick<Context, 'ids' | 'random'>;

/** A user as it is kept now, and what that changed. */
export type SavedUser = { user: DirectoryUser; changes: string[] };

/**
 * Takes a user from a directory. One whom it deactivated before is activated again: Okta sends a POST for that, and
 * goes round in circles on 409.
 *
 * @throws {Refusal} member.exists as uniqueness, member.limit, validation_error
 */
export const createUser = async (
  context: Saving,
  tx: Tx,
  { attributes, ...by }: Author & { attributes: UserAttributes },
): Promise<SavedUser> => {
  const directory = await lockDirectory(tx, by.organisationId);
  const known = await findSame(tx, by.organisationId, attributes);
  if (known.length > 1 || known[0]?.active)
    throw takenScim('A user has this userName or externalId already. Look for it by a filter.');
  if (!known[0]) await requireFewUsers(tx, by.organisationId);
  return saveUser(context, tx, { ...by, directory, user: known[0] ?? null, attributes });
};

/**
 * Changes a user: `change` gives the attributes that it has then.
 *
 * @throws {Refusal} not_found, member.exists as uniqueness, org.last_admin, validation_error
 */
export const updateUser = async (
  context: Saving,
  tx: Tx,
  { id, change, ...by }: Author & { id: string; change: (user: DirectoryUser) => UserAttributes },
): Promise<SavedUser> => {
  const directory = await lockDirectory(tx, by.organisationId);
  const user = await findUser(tx.db, by.organisationId, id);
  const attributes = change(user);
  const others = (await findSame(tx, by.organisationId, attributes)).filter((each) => each.id !== user.id);
  if (others.length > 0) throw takenScim('Another user has this userName or externalId.');
  return saveUser(context, tx, { ...by, directory, user, attributes });
};

/** Forgets a user; its member is disabled, and stays until an admin removes them. */
export const deleteUser = async (
  context: Saving,
  tx: Tx,
  { id, ...by }: Author & { id: string },
): Promise<SavedUser> => {
  await lockDirectory(tx, by.organisationId);
  const user = await findUser(tx.db, by.organisationId, id);
  const changes = new Map<string, MemberChanges>(
    user.member_id ? [[user.member_id, { status: 'disabled' }]] : [],
  );
  await settleMembers(context, tx, { ...by, changes });
  await tx.db.directoryUser.delete({
    where: { organisation_id_id: { organisation_id: by.organisationId, id: user.id } },
  });
  return { user, changes: ['deleted', ...(user.active ? ['status'] : [])] };
};

/** Users that a directory may have beyond the members of the largest plan: those who are inactive stay. */
const MOST_USERS = 2 * PLAN_LIMITS.enterprise.members;

const requireFewUsers = async (tx: Tx, organisationId: string): Promise<void> => {
  const users = await tx.db.directoryUser.count({ where: { organisation_id: organisationId } });
  if (users >= MOST_USERS) throw tooManyParts(`A directory has at most ${MOST_USERS} users. Delete some.`);
};

const findSame = (
  tx: Tx,
  organisationId: string,
  { userName, externalId }: UserAttributes,
): Promise<DirectoryUser[]> => tx.db.$queryRaw<DirectoryUser[]>`
  select * from directory_users
  where organisation_id = ${organisationId}::uuid
    and (lower(user_name) = lower(${userName}) or external_id = ${externalId ?? null})
`;

type Saved = Author & { directory: Directory; user: DirectoryUser | null; attributes: UserAttributes };

const saveUser = async (context: Saving, tx: Tx, saved: Saved): Promise<SavedUser> => {
  const { organisationId, user, attributes } = saved;
  const { member, changes } = await saveMember(context, tx, saved);
  if (user && changes.length === 0 && isSame(user, attributes)) return { user, changes };
  const { externalId, userName: user_name, active } = attributes;
  const member_id = member?.id ?? user?.member_id ?? null;
  const external_id = externalId ?? null;
  const row = { external_id, user_name, active, attributes, member_id, updated_at: tx.now };
  if (!user) {
    const made = { ...row, organisation_id: organisationId, id: context.ids.next(), created_at: tx.now };
    return { user: await tx.db.directoryUser.create({ data: made }), changes: ['created', ...changes] };
  }
  const where = { organisation_id_id: { organisation_id: organisationId, id: user.id } };
  const data = { ...row, version: { increment: 1 } };
  return {
    user: await tx.db.directoryUser.update({ where, data }),
    changes: changes.length > 0 ? changes : ['attributes'],
  };
};

const isSame = ({ attributes }: DirectoryUser, after: UserAttributes): boolean =>
  JSON.stringify(sortKeys(attributes)) === JSON.stringify(sortKeys(after));

// PostgreSQL keeps the keys of JSON in an order of its own.
const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sortKeys(each)]),
  );
};

type SavedMember = { member: MemberRow | null; changes: string[] };

const saveMember = async (context: Saving, tx: Tx, saved: Saved): Promise<SavedMember> => {
  const { organisationId, author, user, attributes, directory } = saved;
  if (user?.member_id) {
    const changes = await planChanges(tx, saved, { ...user, member_id: user.member_id });
    const [member] = await settleMembers(context, tx, {
      organisationId,
      author,
      changes: new Map([[user.member_id, changes]]),
    });
    return { member: member!, changes: Object.keys(changes).sort() };
  }
  if (!attributes.active) {
    await takeRights(tx, { organisationId, author, ended: [] });
    return { member: null, changes: [] };
  }
  const { name, email } = describeMember(attributes);
  const known = await findMember(tx, organisationId, email);
  if (!known) return addMember(context, tx, saved);
  const others = await tx.db.directoryUser.count({
    where: { organisation_id: organisationId, member_id: known.id },
  });
  if (others > 0) throw takenScim('Another user of the directory is the member of this address.');
  const changes = {
    ...(known.name === name ? {} : { name }),
    ...activate(known, { role: user?.mapped_role ?? null, directory }),
  };
  const [member] = await settleMembers(context, tx, {
    organisationId,
    author,
    changes: new Map([[known.id, changes]]),
  });
  return { member: member!, changes: ['linked', ...Object.keys(changes).sort()] };
};

/** Plans only what the directory changes: what an admin has set since stays, until the directory changes that, too. */
const planChanges = async (
  tx: Tx,
  { organisationId, attributes, directory }: Saved,
  user: DirectoryUser & { member_id: string },
): Promise<MemberChanges> => {
  if (!attributes.active) return user.active ? { status: 'disabled' } : {};
  const member = await tx.db.member.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: organisationId, id: user.member_id } },
  });
  // Changes that came while the user was inactive did not reach the member.
  const before = user.active ? describeMember(user.attributes as UserAttributes) : member;
  const after = describeMember(attributes);
  return {
    ...(before.name === after.name ? {} : { name: after.name }),
    ...(before.email === after.email ? {} : { email: after.email }),
    ...(user.active ? {} : activate(member, { role: user.mapped_role, directory })),
  };
};

/** A directory makes nobody an org_admin again whom its map does not name one. */
const activate = (
  { status, role: held }: Pick<MemberRow, 'status' | 'role'>,
  { role, directory }: { role: string | null; directory: Directory },
): MemberChanges => {
  if (status === 'active') return {};
  if (held !== 'org_admin' || role === 'org_admin') return { status: 'active' };
  return { status: 'active', role: (role ?? directory.default_role) as RoleName };
};

const findMember = async (tx: Tx, organisationId: string, email: string): Promise<MemberRow | undefined> => {
  const [row] = await tx.db.$queryRaw<MemberRow[]>`
    select * from members
    where organisation_id = ${organisationId}::uuid and lower(email) = lower(${email}) and status <> 'removed'
  `;
  return row;
};

const addMember = async (
  context: Saving,
  tx: Tx,
  { organisationId, author, attributes, directory }: Saved,
): Promise<SavedMember> => {
  await takeRights(tx, { organisationId, author, ended: [] });
  const { plan, locale } = await lockOrganisation(tx, organisationId);
  const where = { organisation_id: organisationId, status: { not: 'removed' } };
  requireMemberQuota(plan, await tx.db.member.count({ where }));
  const spoken = Locale.safeParse(attributes.locale?.split(/[-_]/)[0]?.toLowerCase());
  const member = await insertMember(context, tx, {
    ...describeMember(attributes),
    organisation_id: organisationId,
    role: directory.default_role,
    status: 'active',
    locale: spoken.success ? spoken.data : (locale as LocaleCode),
    joined_at: tx.now,
  });
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'member.added',
    payload: { ...nameAuthor(author), member: member.id, role: member.role },
    personal: { email: member.email, name: member.name },
  });
  return { member, changes: [] };
};
