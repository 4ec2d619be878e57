import type { Scope } from '@field-inspection/contract';
import type { Database } from '../../platform/database/open-database.ts';
import { runPrepared, type PreparedStatement } from '../../platform/database/run-prepared.ts';

/** A credential, and how far a request brought both limits; a count is null where its limit refused. */
export type AdmittedKey = {
  organisation_id: string;
  credential_id: string;
  scopes: Scope[];
  operator_email: string;
  locale: string;
  credential_limit: number;
  organisation_limit: number;
  credential_count: number | null;
  organisation_count: number | null;
  /** In Unix seconds. */
  window_start: number;
};

/**
 * Finds the credential of a key's hash and counts the request against it and its organisation.
 *
 * Authentication and both limits cost one round trip, and each count is one conditional update, so that no number of
 * parallel requests or servers admits more than the limit. The organisation is counted only for what its credential
 * admits: a key that is over its limit can't use up the others' share. The database's own clock decides the window,
 * since the servers' clocks may differ.
 */
export const admitKey = async (
  { pool }: Pick<Database, 'pool'>,
  { keyHash, windowSeconds }: { keyHash: Buffer; windowSeconds: number },
): Promise<AdmittedKey | undefined> => {
  const [row] = await runPrepared<AdmittedKey>(pool, ADMIT, [keyHash, windowSeconds]);
  return row;
};

const ADMIT: PreparedStatement = {
  name: 'admit-key',
  text: `
    with moment as materialized (
      select floor(extract(epoch from clock_timestamp()) / $2::int)::bigint * $2::int as window_start,
        clock_timestamp() as at
    ),
    credential as materialized (
      select c.organisation_id, c.id, c.scopes, c.operator_email, c.rate_limit,
        o.rate_limit as organisation_limit, o.locale
      from credential_keys k
      join credentials c on c.organisation_id = k.organisation_id and c.id = k.credential_id
      join organisations o on o.id = c.organisation_id
      cross join moment m
      where k.key_hash = $1
        and c.revoked_at is null
        and (c.expires_at is null or c.expires_at > m.at)
    ),
    credential_counted as (
      insert into rate_windows as w (subject_id, window_start, count)
      select c.id, m.window_start, 1 from credential c cross join moment m
      on conflict (subject_id) do update
      set window_start = greatest(w.window_start, excluded.window_start),
        count = case when w.window_start >= excluded.window_start then w.count + 1 else 1 end
      where w.window_start < excluded.window_start or w.count < (select rate_limit from credential)
      returning w.count, w.window_start
    ),
    organisation_counted as (
      insert into rate_windows as w (subject_id, window_start, count)
      select c.organisation_id, m.window_start, 1 from credential c cross join moment m
      where exists (select from credential_counted)
      on conflict (subject_id) do update
      set window_start = greatest(w.window_start, excluded.window_start),
        count = case when w.window_start >= excluded.window_start then w.count + 1 else 1 end
      where w.window_start < excluded.window_start or w.count < (select organisation_limit from credential)
      returning w.count, w.window_start
    ),
    used as (
      update credentials u
      set last_used_at = m.at
      from credential c cross join moment m
      where u.organisation_id = c.organisation_id and u.id = c.id
        and (u.last_used_at is null or u.last_used_at < m.at - interval '1 minute')
    )
    select c.organisation_id, c.id as credential_id, c.scopes, c.operator_email, c.locale,
      c.rate_limit as credential_limit, c.organisation_limit,
      (select count from credential_counted) as credential_count,
      (select count from organisation_counted) as organisation_count,
      coalesce(
        (select window_start from organisation_counted),
        (select window_start from credential_counted),
        m.window_start
      )::float8 as window_start
    from credential c cross join moment m
  `,
};
