import {
  contract,
  DirectoryGroup,
  ProvisioningEntry,
  type Directory,
  type ListProvisioningQuery,
  type RoleName,
} from '@field-inspection/contract';
import type { z } from 'zod';
import {
  Prisma,
  type Directory as DirectoryRow,
  type DirectoryGroup as GroupRow,
  type DirectoryRole,
  type ProvisioningEntry as EntryRow,
} from '#prisma';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import { filterBy, leadBy, listPage } from '../../../platform/database/list-page.ts';
import { showRow } from '../../../platform/database/show-row.ts';
import { updateDirectory } from './update-directory.ts';

export const directoryRoutes = (context: Context) =>
  implement(contract.directory, {
    get: ({ caller }) => getDirectory(context, caller),
    update: {
      endsRight: true,
      run: async (tx, { caller, req, body }) => {
        const changed = await updateDirectory(context, tx, { caller, ifMatch: req.get('If-Match'), body });
        return viewDirectory(context, changed);
      },
    },
    listGroups: ({ caller, query }) => listGroups(context, { ...caller, query }),
    listLog: ({ caller, query }) => listLog(context, { ...caller, query }),
  });

type Held = DirectoryRow & { roles: DirectoryRole[] };

const getDirectory = async (
  context: Pick<Context, 'config' | 'database'>,
  { organisationId }: Pick<Caller, 'organisationId'>,
): Promise<Directory> => {
  const held = await context.database.prisma.directory.findUnique({
    where: { organisation_id: organisationId },
    include: { roles: { orderBy: { group_key: 'asc' } } },
  });
  return viewDirectory(context, held);
};

const viewDirectory = ({ config }: Pick<Context, 'config'>, held: Held | null): Directory => ({
  scim_url: `${config.baseUrl}/scim/v2`,
  default_role: (held?.default_role ?? 'observer') as Directory['default_role'],
  roles: (held?.roles ?? []).map(({ group_name, role }) => ({ group: group_name, role: role as RoleName })),
  version: held?.version ?? 0,
  updated_at: held?.updated_at?.toISOString() ?? null,
});

type Listing = Pick<Context, 'database' | 'keyring'>;

export const listGroups = async (
  context: Listing,
  {
    organisationId,
    query: { limit, cursor },
  }: { organisationId: string; query: { limit: number; cursor?: string | undefined } },
) => {
  const of = { table: 'directory_groups', organisationId };
  const list = ['directory_groups', organisationId];
  const { rows, ...page } = await listPage<GroupRow>(context, { list, cursor, limit, of });
  const ids = rows.map(({ id }) => id);
  const facts = await context.database.prisma.$queryRaw<
    { id: string; member_count: number; role: RoleName | null }[]
  >`
    select g.id, (
      select count(*)::int from directory_group_members m
      where m.organisation_id = g.organisation_id and m.group_id = g.id
    ) as member_count, r.role
    from directory_groups g
    left join directory_roles r on r.organisation_id = g.organisation_id and r.group_key = lower(g.display_name)
    where g.organisation_id = ${organisationId}::uuid and g.id = any (${ids}::uuid[])
  `;
  const factsOf = new Map(facts.map((each) => [each.id, each]));
  const data = rows.map((row) => {
    const { member_count = 0, role = null } = factsOf.get(row.id) ?? {};
    return showRow(DirectoryGroup, { ...row, name: row.display_name, member_count, role });
  });
  return { data, ...page };
};

export const listLog = async (
  context: Listing,
  {
    organisationId,
    query: { limit, cursor, outcome },
  }: { organisationId: string; query: z.output<typeof ListProvisioningQuery> },
) => {
  const of = { table: 'provisioning_entries', organisationId };
  const { rows, ...page } = await listPage<EntryRow>(context, {
    list: ['provisioning_entries', organisationId, outcome],
    cursor,
    limit,
    of,
    whole: leadBy(of),
    filters: outcome ? [filterBy(of, Prisma.sql`outcome = ${outcome}`)] : [],
  });
  const data = rows.map((row) =>
    showRow(ProvisioningEntry, { ...row, credential: row.credential_id, member: row.member_id }),
  );
  return { data, ...page };
};
