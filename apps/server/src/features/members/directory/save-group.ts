import type { Directory, DirectoryGroup } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { takeRights } from '../take-rights.ts';
import { findGroup } from './list-resources.ts';
import { lockDirectory } from './lock-directory.ts';
import { NOBODY, type GroupAttributes, type MemberStep } from './patch-group.ts';
import { refuseScim, takenScim, tooManyParts } from './refuse-scim.ts';
import { MOST_AT_ONCE, settleRoles, type Author } from './settle-members.ts';

type Saving = Pick<Context, 'ids' | 'random'>;

/** A group as it is kept now, and what that changed. */
export type SavedGroup = { group: DirectoryGroup; changes: string[] };

/** Groups of one directory; one that sends all of a large company has some hundreds. */
const MOST_GROUPS = 2_000;

/**
 * Takes a group from a directory.
 *
 * @throws {Refusal} member.exists as uniqueness, org.last_admin, payload_too_large, validation_error
 */
export const createGroup = async (
  context: Saving,
  tx: Tx,
  { attributes, steps, ...by }: Author & { attributes: GroupAttributes; steps: MemberStep[] },
): Promise<SavedGroup> => {
  const { organisationId } = by;
  const directory = await lockDirectory(tx, organisationId);
  await requireFree(tx, organisationId, { attributes });
  const groups = await tx.db.directoryGroup.count({ where: { organisation_id: organisationId } });
  if (groups >= MOST_GROUPS)
    throw tooManyParts(`A directory has at most ${MOST_GROUPS} groups. Delete some.`);
  const group = await tx.db.directoryGroup.create({
    data: {
      organisation_id: organisationId,
      id: context.ids.next(),
      ...columnsOf(attributes),
      created_at: tx.now,
      updated_at: tx.now,
    },
  });
  const touched = await takeSteps(tx, group, steps);
  const roles = await settle(context, tx, { ...by, directory, userIds: touched });
  return { group, changes: ['created', ...(touched.length > 0 ? ['members'] : []), ...roles] };
};

/**
 * Changes a group: `change` gives what it has then, and who comes and goes. Who is out by it has the rights of the role
 * no more once this is answered.
 *
 * @throws {Refusal} not_found, member.exists as uniqueness, org.last_admin, payload_too_large, validation_error
 */
export const updateGroup = async (
  context: Saving,
  tx: Tx,
  {
    id,
    change,
    ...by
  }: Author & {
    id: string;
    change: (group: DirectoryGroup) => { attributes: GroupAttributes; steps: MemberStep[] };
  },
): Promise<SavedGroup> => {
  const { organisationId } = by;
  const directory = await lockDirectory(tx, organisationId);
  const before = await findGroup(tx.db, organisationId, id);
  const { attributes, steps } = change(before);
  await requireFree(tx, organisationId, { attributes, id: before.id });
  const isRenamed = before.display_name !== attributes.displayName;
  const isChanged = isRenamed || before.external_id !== (attributes.externalId ?? null);
  const touched = await takeSteps(tx, before, steps);
  if (!isChanged && touched.length === 0) {
    await takeRights(tx, { ...by, ended: [] });
    return { group: before, changes: [] };
  }
  const group = await tx.db.directoryGroup.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: before.id } },
    data: { ...columnsOf(attributes), version: { increment: 1 }, updated_at: tx.now },
  });
  const userIds = isRenamed ? [...touched, ...(await listMembers(tx, before))] : touched;
  const roles = await settle(context, tx, { ...by, directory, userIds });
  const changes = [
    ...(isChanged ? ['attributes'] : []),
    ...(touched.length > 0 ? ['members'] : []),
    ...roles,
  ];
  return { group, changes };
};

/** Forgets a group: who has a role by it alone has the default one once this is answered. */
export const deleteGroup = async (
  context: Saving,
  tx: Tx,
  { id, ...by }: Author & { id: string },
): Promise<SavedGroup> => {
  const { organisationId } = by;
  const directory = await lockDirectory(tx, organisationId);
  const group = await findGroup(tx.db, organisationId, id);
  const userIds = await listMembers(tx, group);
  await tx.db.directoryGroup.delete({
    where: { organisation_id_id: { organisation_id: organisationId, id: group.id } },
  });
  const roles = await settle(context, tx, { ...by, directory, userIds });
  return { group, changes: ['deleted', ...roles] };
};

const settle = async (
  context: Saving,
  tx: Tx,
  given: Author & { directory: Directory; userIds: string[] },
): Promise<string[]> => {
  const changed = await settleRoles(context, tx, given);
  if (changed === 0) await takeRights(tx, { ...given, ended: [] });
  // Nobody keeps a role that the answer says is gone, so that what would take longer is refused as a whole.
  if (changed === MOST_AT_ONCE)
    throw tooManyParts(`One request changes fewer than ${MOST_AT_ONCE} roles. Send it in parts.`);
  return changed === 0 ? [] : ['role'];
};

const columnsOf = ({ displayName, externalId }: GroupAttributes) => ({
  display_name: displayName,
  external_id: externalId ?? null,
});

const requireFree = async (
  tx: Tx,
  organisationId: string,
  { attributes: { displayName }, id = NOBODY }: { attributes: GroupAttributes; id?: string },
): Promise<void> => {
  const [taken] = await tx.db.$queryRaw<object[]>`
    select from directory_groups
    where organisation_id = ${organisationId}::uuid and lower(display_name) = lower(${displayName})
      and id <> ${id}::uuid
  `;
  if (taken) throw takenScim('A group has this displayName already. Look for it by a filter.');
};

const listMembers = async (tx: Tx, group: DirectoryGroup): Promise<string[]> => {
  const rows = await tx.db.directoryGroupMember.findMany({
    select: { user_id: true },
    where: { organisation_id: group.organisation_id, group_id: group.id },
  });
  return rows.map(({ user_id }) => user_id);
};

/** Has persons come and go, in their order, by one statement each. Gives whom it concerned. */
const takeSteps = async (tx: Tx, group: DirectoryGroup, steps: MemberStep[]): Promise<string[]> => {
  const of = { organisation_id: group.organisation_id, group_id: group.id };
  const before = new Set(steps.length === 0 ? [] : await listMembers(tx, group));
  const after = new Set(before);
  for (const step of steps) {
    if (step.do === 'only') after.clear();
    for (const id of step.ids) {
      if (step.do === 'remove') after.delete(id);
      else after.add(id);
    }
  }
  const gone = [...before].filter((id) => !after.has(id));
  const come = [...after].filter((id) => !before.has(id));
  if (come.length > 0) await requireUsers(tx, group.organisation_id, come);
  if (gone.length > 0)
    await tx.db.directoryGroupMember.deleteMany({ where: { ...of, user_id: { in: gone } } });
  if (come.length > 0)
    await tx.db.directoryGroupMember.createMany({ data: come.map((user_id) => ({ ...of, user_id })) });
  return [...gone, ...come];
};

const requireUsers = async (tx: Tx, organisation_id: string, ids: string[]): Promise<void> => {
  const known = await tx.db.directoryUser.count({ where: { organisation_id, id: { in: ids } } });
  if (known === ids.length) return;
  throw refuseScim(
    'invalidValue',
    `${ids.length - known} of the persons named are no users of this directory.`,
  );
};
