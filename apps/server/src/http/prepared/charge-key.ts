import type { Database } from '../../platform/database/open-database.ts';
import { runPrepared, type PreparedStatement } from '../../platform/database/run-prepared.ts';

export type ChargedKey = {
  credential_limit: number;
  organisation_limit: number;
  credential_count: number | null;
  organisation_count: number | null;
  window_start: number;
};

/** A refused charge loses nothing of the window. The rows are locked in countKey's order. */
export const chargeKey = async (
  { pool }: Pick<Database, 'pool'>,
  {
    organisationId,
    credentialId,
    windowSeconds,
    requests,
  }: { organisationId: string; credentialId: string; windowSeconds: number; requests: number },
): Promise<ChargedKey | undefined> => {
  const [row] = await runPrepared<ChargedKey>(pool, CHARGE, [
    organisationId,
    credentialId,
    windowSeconds,
    requests,
  ]);
  return row;
};

const CHARGE: PreparedStatement = {
  name: 'charge-key',
  text: `
    with moment as materialized (
      select floor(extract(epoch from clock_timestamp()) / $3::int)::bigint * $3::int as window_start
    ),
    limits as materialized (
      select c.rate_limit as credential_limit, o.rate_limit as organisation_limit
      from credentials c
      join organisations o on o.id = c.organisation_id
      where c.organisation_id = $1::uuid and c.id = $2::uuid
    ),
    credential_free as materialized (
      select w.subject_id
      from rate_windows w cross join moment m cross join limits l
      where w.subject_id = $2::uuid
        and case when w.window_start >= m.window_start then w.count else 0 end + $4::int <= l.credential_limit
      for update of w
    ),
    organisation_free as materialized (
      select w.subject_id
      from rate_windows w cross join moment m cross join limits l
      where w.subject_id = $1::uuid and exists (select from credential_free)
        and case when w.window_start >= m.window_start then w.count else 0 end + $4::int <= l.organisation_limit
      for update of w
    ),
    charged as (
      update rate_windows w
      set window_start = greatest(w.window_start, m.window_start),
        count = case when w.window_start >= m.window_start then w.count else 0 end + $4::int
      from moment m
      where w.subject_id in ($1::uuid, $2::uuid) and exists (select from organisation_free)
      returning w.subject_id, w.count
    )
    select l.credential_limit, l.organisation_limit,
      (select count from charged where subject_id = $2::uuid) as credential_count,
      (select count from charged where subject_id = $1::uuid) as organisation_count,
      m.window_start::float8 as window_start,
      set_config('synchronous_commit', 'off', true)
    from limits l cross join moment m
  `,
};
