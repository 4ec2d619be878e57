import { ROLE_NAMES, ROLES, type RoleName, type Scope } from '@field-inspection/contract';

/**
 * What a credential is good for at this moment, as SQL. Whoever asks stands before it as `a (organisation_id,
 * credential_id, address, scopes, roles)`. A row whose `permits` is true: it may do what takes these scopes. False: it
 * lives, and may not, or not any more. No row: it has ended, by itself or with its member, or its networks leave the
 * address out. The roles are those that have the scopes, as `listRolesWith` gives them. All that outlasts the head of a
 * request asks this one question: writes, replies under way, places in live rooms, reads that wait.
 */
export const JUDGED_CREDENTIAL = `
  select c.scopes @> a.scopes and (c.member_id is null or m.role = any (a.roles)) as permits
  from credentials c
  left join members m on m.organisation_id = c.organisation_id and m.id = c.member_id
  where c.organisation_id = a.organisation_id and c.id = a.credential_id and c.revoked_at is null
    and (c.expires_at is null or c.expires_at > clock_timestamp())
    and (c.member_id is null or m.status = 'active')
    and (cardinality(c.allowed_networks) = 0 or a.address <<= any (c.allowed_networks::inet[]))`;

/** The roles that may do what takes all of these scopes. */
export const listRolesWith = (scopes: readonly Scope[]): RoleName[] =>
  ROLE_NAMES.filter((role) => scopes.every((scope) => (ROLES[role] as readonly Scope[]).includes(scope)));
