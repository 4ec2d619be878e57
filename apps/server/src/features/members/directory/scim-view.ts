import type { DirectoryGroup, DirectoryUser } from '#prisma';
import type { UserAttributes } from './read-user.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** A reference between a user and a group, as each shows the other. */
export type Reference = { id: string; name: string };

/** The attributes that a request wants to see: these alone, or all but those. */
export type Wanted = { only: ReadonlySet<string> | null; without: ReadonlySet<string> };

export const ALL: Wanted = { only: null, without: new Set() };

export const viewUser = (url: string, row: DirectoryUser, groups: Reference[]): object => ({
  schemas: [USER_SCHEMA],
  ...(row.attributes as UserAttributes),
  active: row.active,
  ...(groups.length === 0 ? {} : { groups: groups.map(({ id, name }) => ({ value: id, display: name })) }),
  ...describe(url, 'User', row),
});

export const viewGroup = (url: string, row: DirectoryGroup, members: Reference[]): object => ({
  schemas: [GROUP_SCHEMA],
  displayName: row.display_name,
  ...(row.external_id === null ? {} : { externalId: row.external_id }),
  members: members.map(({ id, name }) => ({ value: id, display: name })),
  ...describe(url, 'Group', row),
});

type Described = { id: string; version: number; created_at: Date; updated_at: Date };

const describe = (
  url: string,
  resourceType: 'User' | 'Group',
  { id, version, created_at, updated_at }: Described,
) => ({
  id,
  meta: {
    resourceType,
    created: created_at.toISOString(),
    lastModified: updated_at.toISOString(),
    location: `${url}/${resourceType}s/${id}`,
    version: tagOf(version),
  },
});

/** The ETag of a version. */
export const tagOf = (version: number): string => `W/"${version}"`;

/** Shows of a resource what is wanted; id, schemas and meta always are. */
export const showWanted = (resource: object, { only, without }: Wanted): object =>
  Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const key = name.toLowerCase();
      return ALWAYS.has(key) || (!without.has(key) && (only?.has(key) ?? true));
    }),
  );

const ALWAYS = new Set(['id', 'schemas', 'meta']);
