import { STEP_UP_MINUTES, type RoleName, type Scope } from '@field-inspection/contract';
import type { Database } from '../../platform/database/open-database.ts';
import { runPrepared, type PreparedStatement } from '../../platform/database/run-prepared.ts';

export type CountedKey = {
  organisation_id: string;
  credential_id: string;
  scopes: Scope[];
  /** A session has no scopes: it has those of its member's role. */
  kind: 'key' | 'session';
  is_stepped_up: boolean;
  member_id: string | null;
  role: RoleName | null;
  operator_email: string;
  locale: string;
  time_zone: string;
  plan: string;
  domain: string | null;
  credential_limit: number;
  organisation_limit: number;
  credential_before: number | null;
  organisation_before: number | null;
  window_start: number;
};

/**
 * Finds the credential of a token's hash and counts requests against it and its organisation; an inactive member's is
 * not found. The use of a session, noted once a minute, puts off the end of its idle time. One round trip, and each
 * count is one conditional update, so that no number of parallel requests or servers admits more than the limit. Only
 * requests that the credential's limit admits count for the organisation: a key over its limit can't use up the others'
 * share. A request from outside the credential's networks counts in neither, and the credential notes it. The
 * database's clock decides the window, since the servers' clocks may differ. No count waits for the disk: a crash of
 * the database may forget the last half second of counts, and no earlier reply is lost by that.
 */
export const countKey = async (
  { pool }: Pick<Database, 'pool'>,
  {
    keyHash,
    windowSeconds,
    requests,
    address,
  }: { keyHash: Buffer; windowSeconds: number; requests: number; address: string | null },
): Promise<CountedKey | undefined> => {
  const [row] = await runPrepared<CountedKey>(pool, COUNT, [keyHash, windowSeconds, requests, address]);
  return row;
};

const COUNT: PreparedStatement = {
  name: 'count-key',
  text: `
    with moment as materialized (
      select floor(extract(epoch from clock_timestamp()) / $2::int)::bigint * $2::int as window_start,
        clock_timestamp() as at
    ),
    found as materialized (
      select c.organisation_id, c.id, c.kind, c.scopes, c.rate_limit, c.member_id, m.role,
        coalesce(c.stepped_up_at > n.at - interval '${STEP_UP_MINUTES} minutes', false) as is_stepped_up,
        o.sign_in_idle_minutes, o.sign_in_life_minutes,
        coalesce(m.email, c.operator_email) as operator_email,
        o.rate_limit as organisation_limit, o.locale, o.time_zone, o.plan, o.domain,
        cardinality(c.allowed_networks) = 0
          or coalesce($4::inet <<= any (c.allowed_networks::inet[]), false) as is_allowed
      from credential_keys k
      join credentials c on c.organisation_id = k.organisation_id and c.id = k.credential_id
      join organisations o on o.id = c.organisation_id
      left join members m on m.organisation_id = c.organisation_id and m.id = c.member_id
      cross join moment n
      where k.key_hash = $1
        and c.revoked_at is null
        and (c.expires_at is null or c.expires_at > n.at)
        and (k.valid_until is null or k.valid_until > n.at)
        and (c.member_id is null or m.status = 'active')
    ),
    credential as materialized (select * from found where is_allowed),
    credential_counted as (
      insert into rate_windows as w (subject_id, window_start, count)
      select c.id, m.window_start, $3::int from credential c cross join moment m
      on conflict (subject_id) do update
      set window_start = greatest(w.window_start, excluded.window_start),
        count = case when w.window_start >= excluded.window_start then w.count else 0 end + excluded.count
      where w.window_start < excluded.window_start or w.count < (select rate_limit from credential)
      returning w.count, w.window_start
    ),
    admitted as (
      select least($3::int, c.rate_limit - (n.count - $3::int)) as requests
      from credential_counted n cross join credential c
    ),
    organisation_counted as (
      insert into rate_windows as w (subject_id, window_start, count)
      select c.organisation_id, m.window_start, a.requests from credential c cross join moment m cross join admitted a
      on conflict (subject_id) do update
      set window_start = greatest(w.window_start, excluded.window_start),
        count = case when w.window_start >= excluded.window_start then w.count else 0 end + excluded.count
      where w.window_start < excluded.window_start or w.count < (select organisation_limit from credential)
      returning w.count, w.window_start
    ),
    used as (
      update credentials u
      set last_used_at = m.at,
        expires_at = case u.kind
          when 'session' then least(
            u.created_at + c.sign_in_life_minutes * interval '1 minute',
            m.at + c.sign_in_idle_minutes * interval '1 minute'
          )
          else u.expires_at
        end
      from credential c cross join moment m
      where u.organisation_id = c.organisation_id and u.id = c.id
        and (u.last_used_at is null or u.last_used_at < m.at - interval '1 minute')
    ),
    key_used as (
      update credential_keys u
      set last_used_at = m.at
      from credential c cross join moment m
      where u.key_hash = $1 and (u.last_used_at is null or u.last_used_at < m.at - interval '1 minute')
    ),
    refused as (
      update credentials u
      set last_refused_at = m.at, last_refused_address = host($4::inet)
      from found f cross join moment m
      where not f.is_allowed and u.organisation_id = f.organisation_id and u.id = f.id
        and (u.last_refused_at is null or u.last_refused_at < m.at - interval '1 minute')
    )
    select c.organisation_id, c.id as credential_id, c.kind, c.is_stepped_up, c.scopes, c.member_id, c.role, c.operator_email,
      c.locale, c.time_zone, c.plan, c.domain, c.rate_limit as credential_limit, c.organisation_limit,
      (select count - $3::int from credential_counted) as credential_before,
      (select n.count - a.requests from organisation_counted n cross join admitted a) as organisation_before,
      coalesce(
        (select window_start from organisation_counted),
        (select window_start from credential_counted),
        m.window_start
      )::float8 as window_start,
      set_config('synchronous_commit', 'off', true)
    from credential c cross join moment m
  `,
};
