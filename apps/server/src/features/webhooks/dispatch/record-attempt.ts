import type { Context } from '../../../context.ts';
import { createBatchLoader } from '../../../platform/concurrency/create-batch-loader.ts';
import { runPrepared } from '../../../platform/database/run-prepared.ts';
import type { ArrayElement } from '../../../platform/database/write-array-literal.ts';
import type { ClaimedAttempt } from './claim-attempt.ts';
import type { Verdict } from './judge-attempt.ts';

/** An endpoint that took nothing for so long is disabled. */
export const FAILING_DAYS = 5;

export type AttemptResult = { attempt: ClaimedAttempt; verdict: Verdict; now: Date };

/**
 * Records what an attempt came to, and enqueues what follows: its retry, the delivery that waits longest for
 * its endpoint, and the notice to the operators when the endpoint is disabled. False for a worker that came
 * late: its delivery was claimed again, or deleted with its endpoint, and stays as it is.
 */
export const recordAttempt = (
  { database }: Pick<Context, 'database'>,
  result: AttemptResult,
): Promise<boolean> => {
  const record = recorders.get(database) ?? createBatchLoader((results) => recordTogether(database, results));
  recorders.set(database, record);
  return record(result);
};

const recorders = new WeakMap<Context['database'], (result: AttemptResult) => Promise<boolean>>();

const recordTogether = async (
  database: Context['database'],
  results: AttemptResult[],
): Promise<boolean[]> => {
  const rows = await runPrepared<{ name: string }>(database.pool, RECORD, [
    FAILING_DAYS,
    ...toColumns(results.map(toRow)),
  ]);
  const recorded = new Set(rows.map(({ name }) => name));
  return results.map(({ attempt }) => recorded.has(`${attempt.delivery_id}:${attempt.attempt_count}`));
};

/** As arrays: to read JSON costs the database a tenth of the whole statement. */
const toColumns = (rows: ReturnType<typeof toRow>[]): ArrayElement[][] =>
  COLUMNS.map((column) => rows.map((row) => row[column]));

const toRow = ({ attempt, verdict, now }: AttemptResult) => ({
  organisation_id: attempt.organisation_id,
  endpoint_id: attempt.endpoint_id,
  delivery_id: attempt.delivery_id,
  number: attempt.attempt_count,
  url: attempt.url,
  outcome: verdict.attemptOutcome,
  status: verdict.status,
  failure_count: verdict.failureCount,
  response_status: verdict.responseStatus,
  error_class: verdict.errorClass,
  error: verdict.error,
  response_excerpt: verdict.responseExcerpt,
  duration_ms: verdict.durationMs,
  next_attempt_at: verdict.nextAttemptAt,
  is_gone: verdict.isGone,
  now,
});

/** In the order of the statement's parameters. */
const COLUMNS = [
  'organisation_id',
  'endpoint_id',
  'delivery_id',
  'number',
  'url',
  'outcome',
  'status',
  'failure_count',
  'response_status',
  'error_class',
  'error',
  'response_excerpt',
  'duration_ms',
  'next_attempt_at',
  'is_gone',
  'now',
] as const;

// Raw and prepared like the claim. Whoever locks an endpoint and its deliveries locks the endpoint first, then
// its gate: hence the dependencies of one part on the count of another. A receiver speaks for its own URL, not
// for the one that the endpoint was moved to meanwhile; what this server could not sign is no fault of its.
// Leases are deleted by their place: they are few whenever they are counted, and a plan that was made by such a
// count reads all of them for each, with what is left of those before until the next vacuum.
const RECORD = {
  name: 'record-attempts',
  text: `
    with results as (
      select r.*
      from unnest(
        $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::text[], $7::text[], $8::text[], $9::int[],
        $10::int[], $11::text[], $12::text[], $13::text[], $14::int[], $15::timestamptz[], $16::boolean[],
        $17::timestamptz[]
      ) as r (${COLUMNS.join(', ')})
    ),
    valid as materialized (
      select r.*, l.started_at, l.place
      from results r
      cross join lateral (
        select l.started_at, l.ctid as place
        from webhook_leases l
        where l.organisation_id = r.organisation_id and l.endpoint_id = r.endpoint_id
          and l.delivery_id = r.delivery_id and l.attempt = r.number
        limit 1
      ) l
    ),
    judged as materialized (
      select v.organisation_id, v.endpoint_id, v.url, max(v.now) as now,
        bool_or(v.is_gone) as is_gone,
        bool_or(v.outcome = 'delivered') as has_delivered,
        bool_or(v.outcome = 'failed' and v.error_class is distinct from 'secret_unavailable') as has_failed
      from valid v
      group by v.organisation_id, v.endpoint_id, v.url
    ),
    endpoints as (
      update webhook_endpoints w
      set failing_since = case
          when j.has_delivered then null
          when j.has_failed then coalesce(w.failing_since, j.now)
          else w.failing_since
        end,
        active = w.active and not j.is_gone
          and (j.has_delivered or not j.has_failed or w.failing_since is null
            or w.failing_since > j.now - make_interval(days => $1))
      from judged j
      where w.organisation_id = j.organisation_id and w.id = j.endpoint_id and w.url = j.url
        and w.deleted_at is null
        and case
          when j.is_gone and w.active then true
          when j.has_delivered then w.failing_since is not null
          when j.has_failed then
            w.failing_since is null
            or (w.active and w.failing_since <= j.now - make_interval(days => $1))
          else false
        end
      returning w.organisation_id, w.id, w.failing_since,
        not j.is_gone and w.failing_since <= j.now - make_interval(days => $1) as is_given_up
    ),
    taken as materialized (
      select t.*
      from (
        select array_agg(organisation_id) as organisations, array_agg(endpoint_id) as endpoints,
          array_agg(places) as places
        from (
          select v.organisation_id, v.endpoint_id, count(*) as places
          from valid v
          group by v.organisation_id, v.endpoint_id
        ) v
        where (select count(*) from endpoints) >= 0
      ) e
      cross join lateral take_parked_deliveries(e.organisations, e.endpoints, e.places, $4) t
    ),
    ended as (
      delete from webhook_leases l
      using valid v
      where l.ctid = v.place and l.attempt = v.number and (select count(*) from taken) >= 0
      returning v.*
    ),
    attempts as (
      insert into webhook_attempts (
        organisation_id, delivery_id, number, outcome, response_status, error_class, error, response_excerpt,
        duration_ms, started_at, finished_at
      )
      select organisation_id, delivery_id, number, outcome, response_status, error_class, error, response_excerpt,
        duration_ms, started_at, now
      from ended
    ),
    recorded as (
      update webhook_deliveries d
      set status = e.status, attempt_count = e.number, failure_count = e.failure_count,
        response_status = coalesce(e.response_status, d.response_status),
        next_attempt_at = e.next_attempt_at,
        delivered_at = case when e.status = 'delivered' then e.now end
      from ended e
      where d.organisation_id = e.organisation_id and d.id = e.delivery_id and d.next_attempt_at is not null
      returning d.organisation_id, d.endpoint_id, d.id, d.attempt_count, d.next_attempt_at
    ),
    settled as (
      delete from webhook_queue q
      using recorded d
      where q.organisation_id = d.organisation_id and q.endpoint_id = d.endpoint_id and q.delivery_id = d.id
        and d.next_attempt_at is null
    ),
    postponed as (
      update webhook_queue q
      set due_at = d.next_attempt_at, parked = false
      from recorded d
      where q.organisation_id = d.organisation_id and q.endpoint_id = d.endpoint_id and q.delivery_id = d.id
        and d.next_attempt_at is not null
    ),
    due as (
      select d.organisation_id, d.id as delivery_id, d.attempt_count, d.next_attempt_at as due_at
      from recorded d
      where d.next_attempt_at is not null
      union all
      select * from taken
    ),
    jobs as (
      select 'deliver-webhook' as identifier,
        json_build_object('organisation_id', d.organisation_id, 'delivery_id', d.delivery_id) as payload,
        d.due_at as run_at,
        'deliver-webhook:' || d.delivery_id || ':' || d.attempt_count as job_key
      from due d
      union all
      select 'report-disabled-endpoint',
        json_build_object('organisation_id', e.organisation_id, 'endpoint_id', e.id),
        null, 'report-disabled-endpoint:' || e.id
      from endpoints e
      where e.is_given_up
    ),
    added as (
      select count(*)
      from (
        select array_agg((
          j.identifier, j.payload, null, j.run_at, 25, j.job_key, null, null
        )::graphile_worker.job_spec) as specs
        from jobs j
        having count(*) > 0
      ) s
      cross join lateral graphile_worker.add_jobs(s.specs)
    )
    select d.id || ':' || d.attempt_count as name
    from recorded d
    where (select * from added) >= 0
  `,
};
