import { ROLES, type RoleName, type Scope } from '@field-inspection/contract';
import { unauthenticated } from '../refusals.ts';
import type { Caller } from './request-state.ts';
import type { Tx } from '../platform/database/transact.ts';

export type Held = {
  scopes: readonly Scope[];
  /**
   * The end of the credential, or of a rotated key if it is earlier; null where nothing ends it. A session's is null:
   * it is over today, and what its member gives outlasts it.
   */
  endsAt: Date | null;
  /** Requests a minute; of a session its organisation's, since its own are those of a page. */
  rateLimit: number;
  /** Whether the asked networks lie within the key's own. */
  covers: boolean;
};

/**
 * Reads the caller's rights anew, since they may have changed while the body was on its way: a role was changed, the
 * key replaced, an end set. The rows stay locked until the transaction ends, so that the caller holds what it grants.
 *
 * @throws {Refusal} unauthenticated, where the key holds nothing any more
 */
export const readHeld = async (
  tx: Tx,
  { organisationId, credentialId, memberId, keyHash, session }: Caller,
  networks: readonly string[] = [],
): Promise<Held> => {
  const asked = [...networks];
  // A credential without networks may call from anywhere. PostgreSQL compares networks.
  const [row] = await tx.db.$queryRaw<(Held & { isSession: boolean })[]>`
    select c.scopes, c.kind = 'session' as "isSession",
      case c.kind when 'session' then null else least(c.expires_at, k.valid_until) end as "endsAt",
      case c.kind when 'session' then (select rate_limit from organisations where id = c.organisation_id)
        else c.rate_limit end as "rateLimit",
      cardinality(c.allowed_networks) = 0 or (
        cardinality(${asked}::text[]) > 0 and not exists (
          select from unnest(${asked}::text[]) asked
          where not asked::inet <<= any (c.allowed_networks::inet[])
        )
      ) as covers
    from credential_keys k
    join credentials c on c.organisation_id = k.organisation_id and c.id = k.credential_id
    where k.key_hash = ${keyHash} and c.organisation_id = ${organisationId}::uuid and c.id = ${credentialId}::uuid
      and c.revoked_at is null
      and (c.expires_at is null or c.expires_at > clock_timestamp())
      and (k.valid_until is null or k.valid_until > clock_timestamp())
    for share
  `;
  const ended = () => unauthenticated(session ? 'cookie' : 'value');
  if (!row) throw ended();
  const { isSession, ...held } = row;
  if (memberId === null) return held;
  const allowed = await listAllowed(tx, { organisationId, memberId });
  if (!allowed) throw ended();
  return { ...held, scopes: isSession ? allowed : held.scopes.filter((scope) => allowed.includes(scope)) };
};

// A member's key may do no more than their role does today.
const listAllowed = async (
  tx: Tx,
  { organisationId, memberId }: { organisationId: string; memberId: string },
): Promise<readonly Scope[] | undefined> => {
  const [member] = await tx.db.$queryRaw<{ role: RoleName }[]>`
    select role
    from members
    where organisation_id = ${organisationId}::uuid and id = ${memberId}::uuid and status = 'active'
    for share
  `;
  return member && ROLES[member.role];
};
