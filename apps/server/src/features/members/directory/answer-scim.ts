import type { DirectoryGroup, DirectoryUser } from '#prisma';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { ScimReply, ScimRequest } from '../../../http/scim/serve-scim.ts';
import { isMatched } from '../../../http/versions/is-matched.ts';
import { writeOnce } from '../../../http/write-once.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { requireSsoOf } from '../../quotas/exports/require-sso.ts';
import {
  findGroup,
  findGroups,
  findGroupsOf,
  findMembersOf,
  findUser,
  findUsers,
  readAsked,
  readOne,
} from './list-resources.ts';
import { patchGroup, readGroup, type GroupAttributes } from './patch-group.ts';
import { patchUser } from './patch-user.ts';
import { readOperations } from './read-operations.ts';
import { readUser, type UserAttributes } from './read-user.ts';
import { isTold, recordApplied, recordRefused, type Came } from './record-provisioning.ts';
import { createGroup, deleteGroup, updateGroup, type SavedGroup } from './save-group.ts';
import { createUser, deleteUser, updateUser, type SavedUser } from './save-user.ts';
import type { Author } from './settle-members.ts';
import { describeService } from './scim-schemas.ts';
import { showWanted, tagOf, viewGroup, viewUser, type Wanted } from './scim-view.ts';

/** Answers a request of a directory (RFC 7644), which acts for its organisation alone. */
export const answerScim = async (context: Context, asked: ScimRequest): Promise<ScimReply> => {
  await requireSsoOf(context.database.prisma, asked.caller.organisationId);
  const { resource, method, id } = asked;
  if (resource !== 'Users' && resource !== 'Groups') return describe(context, asked);
  if (!(id === null ? OF_LIST : OF_ONE).includes(method))
    throw new Refusal(
      'method_not_allowed',
      `This path takes ${(id === null ? OF_LIST : OF_ONE).join(', ')}.`,
      {
        headers: { Allow: (id === null ? OF_LIST : OF_ONE).join(', ') },
      },
    );
  if (method !== 'GET') return write(context, asked);
  return resource === 'Users' ? readUsers(context, asked) : readGroups(context, asked);
};

const OF_LIST = ['GET', 'POST'];
const OF_ONE = ['GET', 'PUT', 'PATCH', 'DELETE'];

const urlOf = ({ config }: Pick<Context, 'config'>): string => `${config.baseUrl}/scim/v2`;

const describe = (
  context: Pick<Context, 'config'>,
  { resource, id, method, query }: ScimRequest,
): ScimReply => {
  const described = describeService(urlOf(context));
  const found = Object.hasOwn(described, resource) ? described[resource] : undefined;
  if (!found) throw new Refusal('not_found', 'There is no such path.');
  if (method !== 'GET')
    throw new Refusal('method_not_allowed', 'This path takes GET.', { headers: { Allow: 'GET' } });
  // RFC 7644, section 4: a filter of what describes the service is refused.
  if (query['filter'] !== undefined) throw new Refusal('permission_denied', 'This list takes no filter.');
  if (!Array.isArray(found)) return { status: 200, body: found };
  if (id === null) return { status: 200, body: listOf(found, { total: found.length, startIndex: 1 }) };
  const one = found.find((each) => (each as { id: string }).id === id);
  if (!one) throw new Refusal('not_found', 'There is no such path.');
  return { status: 200, body: one };
};

const listOf = (resources: object[], { total, startIndex }: { total: number; startIndex: number }) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const readWanted = (query: ScimRequest['query']): Wanted => {
  const read = (name: string) => readOne(query[name], name)?.slice(0, 2_000).toLowerCase().split(',');
  const only = read('attributes');
  const bare = (list: string[]) => new Set(list.map((each) => each.trim().split(/[.[]/)[0]!));
  return { only: only ? bare(only) : null, without: bare(read('excludedAttributes') ?? []) };
};

const readUsers = async (context: Context, { caller, id, query }: ScimRequest): Promise<ScimReply> => {
  const { organisationId } = caller;
  const wanted = readWanted(query);
  const { prisma } = context.database;
  const show = async (rows: DirectoryUser[]) => {
    const groups = await findGroupsOf(
      prisma,
      organisationId,
      rows.map((row) => row.id),
    );
    return rows.map((row) => showWanted(viewUser(urlOf(context), row, groups.get(row.id) ?? []), wanted));
  };
  if (id !== null) {
    const [shown] = await show([await findUser(prisma, organisationId, id)]);
    return { status: 200, body: shown! };
  }
  const asked = readAsked(query);
  const { total, rows } = await findUsers(context, organisationId, asked);
  return { status: 200, body: listOf(await show(rows), { total, startIndex: asked.startIndex }) };
};

const readGroups = async (context: Context, { caller, id, query }: ScimRequest): Promise<ScimReply> => {
  const { organisationId } = caller;
  const wanted = readWanted(query);
  const withMembers = !wanted.without.has('members') && (wanted.only?.has('members') ?? true);
  const { prisma } = context.database;
  const show = async (rows: DirectoryGroup[]) => {
    const ids = withMembers ? rows.map((row) => row.id) : [];
    const members = await findMembersOf(prisma, organisationId, ids);
    return rows.map((row) => showWanted(viewGroup(urlOf(context), row, members.get(row.id) ?? []), wanted));
  };
  if (id !== null) {
    const [shown] = await show([await findGroup(prisma, organisationId, id)]);
    return { status: 200, body: shown! };
  }
  const asked = readAsked(query);
  const { total, rows } = await findGroups(context, organisationId, { ...asked, withMembers });
  return { status: 200, body: listOf(await show(rows), { total, startIndex: asked.startIndex }) };
};

/** Writes once, with an entry in the provisioning log, whether it was applied or refused. */
const write = async (context: Context, asked: ScimRequest): Promise<ScimReply> => {
  const { caller, method, body, req } = asked;
  const came: Came = { caller, method, resource: asked.resource === 'Users' ? 'User' : 'Group' };
  const run = came.resource === 'User' ? writeUser : writeGroup;
  try {
    return await writeOnce(
      context,
      { req, body },
      { endsRight: true, run: (tx) => run(context, tx, { ...asked, came }) },
    );
  } catch (error) {
    if (error instanceof Refusal && isTold(error)) {
      const id = asked.id !== null && isUuid(asked.id) ? asked.id.toLowerCase() : null;
      await recordRefused(context, { ...came, id, name: nameIn(body), error });
    }
    throw error;
  }
};

// The body was not judged yet, so a name that could not be kept is left out.
const nameIn = (body: unknown): string => {
  const { userName, displayName } = (body ?? {}) as { userName?: unknown; displayName?: unknown };
  const name = userName ?? displayName;
  return typeof name === 'string' && name.length <= 256 && name.isWellFormed() && !name.includes('\u0000')
    ? name
    : '';
};

type Writing = ScimRequest & { came: Came };

const writeUser = async (context: Context, tx: Tx, asked: Writing): Promise<ScimReply> => {
  const { caller, method, came } = asked;
  const by = { organisationId: caller.organisationId, author: { directory: caller } };
  const { user, changes } = await saveUser(context, tx, { ...asked, by });
  const name = user.user_name;
  await recordApplied(context, tx, { ...came, resourceId: user.id, name, memberId: user.member_id, changes });
  if (method === 'DELETE') return { status: 204, body: undefined };
  const groups = await findGroupsOf(tx.db, by.organisationId, [user.id]);
  const view = viewUser(urlOf(context), user, groups.get(user.id) ?? []);
  return { status: method === 'POST' ? 201 : 200, body: showWanted(view, readWanted(asked.query)) };
};

const saveUser = (
  context: Context,
  tx: Tx,
  { by, ...asked }: Writing & { by: Author },
): Promise<SavedUser> => {
  const { method, id, body } = asked;
  if (id === null) return createUser(context, tx, { ...by, attributes: readUser(body) });
  if (method === 'DELETE') return deleteUser(context, tx, { ...by, id });
  const replaced = method === 'PUT' ? readUser(body) : undefined;
  const operations = replaced ? [] : readOperations(body);
  return updateUser(context, tx, {
    ...by,
    id,
    change: (held) => {
      requireVersion(asked, held.version);
      const attributes = { ...(held.attributes as UserAttributes), active: held.active };
      return replaced ? replaceUser(attributes, replaced, body) : patchUser(attributes, operations);
    },
  });
};

// A PUT that does not say so neither activates a user nor loses the directory's own id of them.
const replaceUser = (held: UserAttributes, replaced: UserAttributes, body: unknown): UserAttributes => ({
  ...(held.externalId === undefined ? {} : { externalId: held.externalId }),
  ...replaced,
  ...(Object.keys(body as object).some((key) => key.toLowerCase() === 'active')
    ? {}
    : { active: held.active }),
});

const writeGroup = async (context: Context, tx: Tx, asked: Writing): Promise<ScimReply> => {
  const { caller, method, came } = asked;
  const by = { organisationId: caller.organisationId, author: { directory: caller } };
  const { group, changes } = await saveGroup(context, tx, { ...asked, by });
  const name = group.display_name;
  await recordApplied(context, tx, { ...came, resourceId: group.id, name, memberId: null, changes });
  // A group may have thousands of persons: after a PATCH nobody looks at them (RFC 7644, section 3.5.2).
  if (method === 'DELETE' || method === 'PATCH') return { status: 204, body: undefined };
  const members = await findMembersOf(tx.db, by.organisationId, [group.id]);
  const view = viewGroup(urlOf(context), group, members.get(group.id) ?? []);
  return { status: method === 'POST' ? 201 : 200, body: showWanted(view, readWanted(asked.query)) };
};

const saveGroup = (
  context: Context,
  tx: Tx,
  { by, ...asked }: Writing & { by: Author },
): Promise<SavedGroup> => {
  const { method, id, body } = asked;
  if (id === null) return createGroup(context, tx, { ...by, ...readGroup(body) });
  if (method === 'DELETE') return deleteGroup(context, tx, { ...by, id });
  const replaced = method === 'PUT' ? readGroup(body) : undefined;
  const operations = replaced ? [] : readOperations(body);
  return updateGroup(context, tx, {
    ...by,
    id,
    change: (held) => {
      requireVersion(asked, held.version);
      const attributes: GroupAttributes = {
        displayName: held.display_name,
        ...(held.external_id === null ? {} : { externalId: held.external_id }),
      };
      if (!replaced) return patchGroup(attributes, operations);
      return { ...replaced, attributes: { ...attributes, ...replaced.attributes } };
    },
  });
};

const requireVersion = ({ ifMatch }: ScimRequest, version: number): void => {
  if (ifMatch === undefined || (TAGS.test(ifMatch) && isMatched(version, ifMatch))) return;
  throw new Refusal('precondition_failed', `It has the version ${tagOf(version)} by now. Get it again.`);
};

const TAGS = /^(\*|(W\/)?"\d{1,9}"([ \t]*,[ \t]*(W\/)?"\d{1,9}")*)$/;
