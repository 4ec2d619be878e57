import type { Scope } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import { joinCalls } from '../platform/concurrency/join-calls.ts';
import { isWellFormedApiKey } from '../platform/secrets/api-key.ts';
import { hashToken } from '../platform/secrets/hash-token.ts';
import type { RateLimit } from './limits/rate-limit-headers.ts';
import type { Caller } from './request-state.ts';

export type Authentication =
  { outcome: 'unknown' } | { outcome: 'admitted' | 'limited'; caller: Caller; rateLimit: RateLimit };

type Row = {
  organisation_id: string;
  credential_id: string;
  scopes: Scope[];
  operator_email: string;
  locale: string;
  credential_limit: number;
  organisation_limit: number;
  /** How many came before these in the window; null where the limit was reached by them. */
  credential_before: number | null;
  organisation_before: number | null;
  window_start: bigint;
};

/** How many came with this one in the window; null where it is over the limit. */
type Counted = Row & { credential_count: number | null; organisation_count: number | null };

export type Authenticate = (apiKey: string) => Promise<Authentication>;

/**
 * Finds the credential of an API key and counts the request against it and its organisation. The requests of one key
 * that come while one is being counted are counted together: they would only wait for its row, each with a connection
 * of its own.
 */
export const createAuthenticate = (context: Pick<Context, 'database' | 'config'>): Authenticate => {
  const count = joinCalls((apiKey, requests) => countRequests(context, { apiKey, requests }));
  return async (apiKey) => (isWellFormedApiKey(apiKey) ? count(apiKey) : { outcome: 'unknown' });
};

/**
 * One raw statement: authentication and both limits cost one round trip, and each count is one conditional
 * update, so that no number of parallel requests or servers admits more than the limit. The organisation is
 * counted only for what its credential admits: a key that is over its limit can't use up the others' share.
 * The database's own clock decides the window, since the servers' clocks may differ. Nobody waits for the disk: a crash
 * of the database may forget the counts of its last half second, and no reply before it is lost by that.
 */
const countRequests = async (
  { database, config }: Pick<Context, 'database' | 'config'>,
  { apiKey, requests }: { apiKey: string; requests: number },
): Promise<Authentication[]> => {
  const windowSeconds = config.rateWindowSeconds;
  const rows = await database.prisma.$queryRaw<Row[]>`
    with moment as materialized (
      select floor(extract(epoch from clock_timestamp()) / ${windowSeconds}::int)::bigint * ${windowSeconds}::int as window_start,
        clock_timestamp() as at
    ),
    credential as materialized (
      select c.organisation_id, c.id, c.scopes, c.operator_email, c.rate_limit,
        o.rate_limit as organisation_limit, o.locale
      from credential_keys k
      join credentials c on c.organisation_id = k.organisation_id and c.id = k.credential_id
      join organisations o on o.id = c.organisation_id
      cross join moment m
      where k.key_hash = ${hashToken(apiKey)}
        and c.revoked_at is null
        and (c.expires_at is null or c.expires_at > m.at)
    ),
    credential_counted as (
      insert into rate_windows as w (subject_id, window_start, count)
      select c.id, m.window_start, ${requests}::int from credential c cross join moment m
      on conflict (subject_id) do update
      set window_start = greatest(w.window_start, excluded.window_start),
        count = case when w.window_start >= excluded.window_start then w.count else 0 end + excluded.count
      where w.window_start < excluded.window_start or w.count < (select rate_limit from credential)
      returning w.count, w.window_start
    ),
    admitted as (
      select least(${requests}::int, c.rate_limit - (n.count - ${requests}::int)) as requests
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
      set last_used_at = m.at
      from credential c cross join moment m
      where u.organisation_id = c.organisation_id and u.id = c.id
        and (u.last_used_at is null or u.last_used_at < m.at - interval '1 minute')
    )
    select c.organisation_id, c.id as credential_id, c.scopes, c.operator_email, c.locale,
      c.rate_limit as credential_limit, c.organisation_limit,
      (select count - ${requests}::int from credential_counted) as credential_before,
      (select n.count - a.requests from organisation_counted n cross join admitted a) as organisation_before,
      coalesce((select window_start from organisation_counted), (select window_start from credential_counted), m.window_start) as window_start,
      set_config('synchronous_commit', 'off', true)
    from credential c cross join moment m
  `;
  return answerEach(rows[0], { requests, windowSeconds });
};

const answerEach = (
  row: Row | undefined,
  { requests, windowSeconds }: { requests: number; windowSeconds: number },
): Authentication[] =>
  Array.from({ length: requests }, (_, index) =>
    row ? toAuthentication(countOne(row, index + 1), windowSeconds) : { outcome: 'unknown' },
  );

/** What one of the requests that were counted together would have found, had it been counted alone in its turn. */
const countOne = (row: Row, turn: number): Counted => {
  const of = (before: number | null, limit: number) =>
    before !== null && before + turn <= limit ? before + turn : null;
  return {
    ...row,
    credential_count: of(row.credential_before, row.credential_limit),
    organisation_count: of(row.organisation_before, row.organisation_limit),
  };
};

const toAuthentication = (row: Counted, windowSeconds: number): Authentication => ({
  outcome: row.credential_count === null || row.organisation_count === null ? 'limited' : 'admitted',
  caller: {
    organisationId: row.organisation_id,
    credentialId: row.credential_id,
    scopes: row.scopes,
    operatorEmail: row.operator_email,
    organisationLocale: row.locale,
  },
  rateLimit: nearerLimit(row, windowSeconds),
});

/** The limit with fewer requests left: that is the one the caller meets first. */
const nearerLimit = (row: Counted, windowSeconds: number): RateLimit => {
  const resetAt = Number(row.window_start) + windowSeconds;
  const of = (limit: number, count: number | null): RateLimit => ({
    limit,
    remaining: count === null ? 0 : Math.max(0, limit - count),
    resetAt,
    windowSeconds,
  });
  const credential = of(row.credential_limit, row.credential_count);
  // Where the credential's limit refused, the organisation was not counted at all.
  if (row.credential_count === null) return credential;
  const organisation = of(row.organisation_limit, row.organisation_count);
  return organisation.remaining < credential.remaining ? organisation : credential;
};
