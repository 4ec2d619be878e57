import { ROLE_NAMES, ROLES, type RoleName, type Scope } from '@field-inspection/contract';

/**
 * Judges a credential at this moment, as SQL. The caller is in the query before as `a (organisation_id, credential_id,
 * address, scopes, roles)`; the roles are those that have the scopes, as `listRolesWith` gives them. A row with
 * `permits` true: the credential may do what takes these scopes. False: it lives, and may not, or not any more. No row:
 * it has ended, by itself or with its member, or its networks leave the address out. Everything that outlasts a
 * request's head asks this: writes, replies under way, peers in live rooms, reads that wait.
 */
export const JUDGED_CREDENTIAL = `
  select (c.kind = 'session' or c.scopes @> a.scopes) and (c.member_id is null or m.role = any (a.roles)) as permits
  from credentials c
  left join members m on m.organisation_id = c.organisation_id and m.id = c.member_id
  where c.organisation_id = a.organisation_id and c.id = a.credential_id and c.revoked_at is null
    and (c.expires_at is null or c.expires_at > clock_timestamp())
    and (c.member_id is null or m.status = 'active')
    and (cardinality(c.allowed_networks) = 0 or a.address <<= any (c.allowed_networks::inet[]))`;

/** Lists the roles that have all of these scopes. */
export const listRolesWith = (scopes: readonly Scope[]): RoleName[] =>
  ROLE_NAMES.filter((role) => scopes.every((scope) => (ROLES[role] as readonly Scope[]).includes(scope)));
