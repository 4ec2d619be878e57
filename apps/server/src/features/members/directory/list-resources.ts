import { Prisma, type DirectoryGroup, type DirectoryUser } from '#prisma';
import { noSuch } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { isUuid } from '../../../platform/ids.ts';
import { parseFilter, toCondition, type Filterables } from './parse-filter.ts';
import { refuseScim } from './refuse-scim.ts';
import type { Reference } from './scim-view.ts';

/** The most resources of a page, and how many come unless the request says so. */
export const MAX_PAGE = 200;
const PAGE = 100;
/** Persons whom one page of groups shows; it ends before the group that would be beyond. */
const MAX_SHOWN_MEMBERS = 20_000;

type Db = Pick<Prisma.TransactionClient, '$queryRaw'>;

export type Asked = { filter: string | undefined; startIndex: number; count: number };

/** Reads what of a list is asked for. */
export const readAsked = (query: Readonly<Record<string, unknown>>): Asked => ({
  filter: readOne(query['filter'], 'filter'),
  startIndex: Math.max(1, readNumber(query['startIndex'], 'startIndex') ?? 1),
  count: Math.min(MAX_PAGE, readNumber(query['count'], 'count') ?? PAGE),
});

export const readOne = (given: unknown, name: string): string | undefined => {
  if (given === undefined || typeof given === 'string') return given;
  throw refuseScim('invalidValue', `${name} is given once.`);
};

// RFC 7644, section 3.4.2.4: a negative count is none, a start before the first is the first.
const readNumber = (given: unknown, name: string): number | undefined => {
  const text = readOne(given, name);
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw refuseScim('invalidValue', `${name} is a whole number.`);
  return Math.max(0, Number(text));
};

export type Listed<Row> = { total: number; rows: Row[] };

/** Finds the users for whom a filter holds, in the order in which they were made. */
export const findUsers = async (
  { database }: Pick<Context, 'database'>,
  organisationId: string,
  asked: Asked,
): Promise<Listed<DirectoryUser>> =>
  findSome<DirectoryUser>(database.prisma, {
    table: 'directory_users',
    attributes: USERS,
    organisationId,
    asked,
  });

/** Finds the groups for which a filter holds; those of a page have few enough persons to be shown. */
export const findGroups = async (
  { database }: Pick<Context, 'database'>,
  organisationId: string,
  { withMembers, ...asked }: Asked & { withMembers: boolean },
): Promise<Listed<DirectoryGroup>> => {
  const of = { table: 'directory_groups', attributes: GROUPS, organisationId, asked };
  const { total, rows } = await findSome<DirectoryGroup>(database.prisma, of);
  if (!withMembers) return { total, rows };
  const sizes = await database.prisma.directoryGroupMember.groupBy({
    by: ['group_id'],
    where: { organisation_id: organisationId, group_id: { in: rows.map(({ id }) => id) } },
    _count: true,
  });
  const sizeOf = new Map(sizes.map(({ group_id, _count }) => [group_id, _count]));
  let shown = 0;
  const end = rows.findIndex(({ id }, index) => {
    shown += sizeOf.get(id) ?? 0;
    return shown > MAX_SHOWN_MEMBERS && index > 0;
  });
  return { total, rows: end < 0 ? rows : rows.slice(0, end) };
};

const findSome = async <Row>(
  db: Db,
  {
    table,
    attributes,
    organisationId,
    asked: { filter, startIndex, count },
  }: { table: string; attributes: Filterables; organisationId: string; asked: Asked },
): Promise<Listed<Row>> => {
  const condition = filter === undefined ? Prisma.sql`true` : toCondition(parseFilter(filter), attributes);
  const from = Prisma.sql`
    from ${Prisma.raw(table)} r where r.organisation_id = ${organisationId}::uuid and ${condition}`;
  const [counted] = await db.$queryRaw<[{ total: number }]>`select count(*)::int as total ${from}`;
  const rows =
    count === 0
      ? []
      : await db.$queryRaw<Row[]>`
          select r.* ${from} order by r.created_at, r.id limit ${count} offset ${startIndex - 1}
        `;
  return { total: counted.total, rows };
};

const inEmails = (condition: Prisma.Sql) => Prisma.sql`exists (
  select from jsonb_array_elements(coalesce(r.attributes -> 'emails', '[]')) e where ${condition}
)`;

const isMember = (condition: Prisma.Sql) => Prisma.sql`exists (
  select from directory_group_members m
  where m.organisation_id = r.organisation_id and m.group_id = r.id and ${condition}
)`;

const ROWS: Filterables = {
  id: { kind: 'name', value: Prisma.sql`r.id::text` },
  externalid: { kind: 'text', value: Prisma.sql`r.external_id` },
  'meta.created': { kind: 'time', value: Prisma.sql`r.created_at` },
  'meta.lastmodified': { kind: 'time', value: Prisma.sql`r.updated_at` },
};

const USERS: Filterables = {
  ...ROWS,
  username: { kind: 'name', value: Prisma.sql`r.user_name` },
  displayname: { kind: 'name', value: Prisma.sql`(r.attributes ->> 'displayName')` },
  active: { kind: 'boolean', value: Prisma.sql`r.active` },
  'name.givenname': { kind: 'name', value: Prisma.sql`(r.attributes #>> '{name,givenName}')` },
  'name.familyname': { kind: 'name', value: Prisma.sql`(r.attributes #>> '{name,familyName}')` },
  'emails.value': { kind: 'name', value: Prisma.sql`(e ->> 'value')`, each: inEmails },
  'emails.type': { kind: 'name', value: Prisma.sql`(e ->> 'type')`, each: inEmails },
  'emails.primary': {
    kind: 'boolean',
    value: Prisma.sql`coalesce((e -> 'primary')::boolean, false)`,
    each: inEmails,
  },
};

const GROUPS: Filterables = {
  ...ROWS,
  displayname: { kind: 'name', value: Prisma.sql`r.display_name` },
  'members.value': { kind: 'name', value: Prisma.sql`m.user_id::text`, each: isMember },
};

/** Finds a user or a group; another organisation's is as missing as one that never was. */
export const findUser = async (
  db: Pick<Prisma.TransactionClient, 'directoryUser'>,
  organisationId: string,
  id: string,
) => {
  const row = isUuid(id)
    ? await db.directoryUser.findUnique({
        where: { organisation_id_id: { organisation_id: organisationId, id } },
      })
    : null;
  if (!row) throw noSuch('user');
  return row;
};

export const findGroup = async (
  db: Pick<Prisma.TransactionClient, 'directoryGroup'>,
  organisationId: string,
  id: string,
) => {
  const row = isUuid(id)
    ? await db.directoryGroup.findUnique({
        where: { organisation_id_id: { organisation_id: organisationId, id } },
      })
    : null;
  if (!row) throw noSuch('group');
  return row;
};

/** Finds the groups of each user. */
export const findGroupsOf = async (
  db: Db,
  organisationId: string,
  userIds: string[],
): Promise<Map<string, Reference[]>> =>
  gather(
    await db.$queryRaw<Held[]>`
      select m.user_id as holder, g.id, g.display_name as name
      from directory_group_members m
      join directory_groups g on g.organisation_id = m.organisation_id and g.id = m.group_id
      where m.organisation_id = ${organisationId}::uuid and m.user_id = any (${userIds}::uuid[])
      order by g.id
    `,
  );

/** Finds the persons of each group. */
export const findMembersOf = async (
  db: Db,
  organisationId: string,
  groupIds: string[],
): Promise<Map<string, Reference[]>> =>
  gather(
    await db.$queryRaw<Held[]>`
      select m.group_id as holder, u.id, coalesce(u.attributes ->> 'displayName', u.user_name) as name
      from directory_group_members m
      join directory_users u on u.organisation_id = m.organisation_id and u.id = m.user_id
      where m.organisation_id = ${organisationId}::uuid and m.group_id = any (${groupIds}::uuid[])
      order by u.id
    `,
  );

type Held = Reference & { holder: string };

const gather = (rows: Held[]): Map<string, Reference[]> => {
  const byHolder = new Map<string, Reference[]>();
  for (const { holder, id, name } of rows) {
    const list = byHolder.get(holder);
    if (list) list.push({ id, name });
    else byHolder.set(holder, [{ id, name }]);
  }
  return byHolder;
};
