import { ENDPOINT_EVENT_TYPES } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { createBatchLoader } from '../../../platform/concurrency/create-batch-loader.ts';
import { runPrepared } from '../../../platform/database/run-prepared.ts';
import type { ArrayElement } from '../../../platform/database/write-array-literal.ts';
import { capOf, type ClaimedAttempt } from './claim-attempts.ts';
import type { Verdict, ReceiverVerdict } from '@field-inspection/rules';

export type AttemptResult = {
  attempt: ClaimedAttempt;
  verdict: Verdict;
  receiver: ReceiverVerdict;
  now: Date;
};

/**
 * Records the outcome with its effects: the retry, the endpoint's free permit, and who is told of a pause or a drop.
 * False for a late worker: its attempt was ended, or its endpoint deleted, and the delivery stays as it is.
 */
export const recordAttempt = (
  context: Pick<Context, 'config' | 'database'>,
  result: AttemptResult,
): Promise<boolean> => {
  const { database } = context;
  const record = recorders.get(database) ?? createBatchLoader((results) => recordTogether(context, results));
  recorders.set(database, record);
  return record(result);
};

const recorders = new WeakMap<Context['database'], (result: AttemptResult) => Promise<boolean>>();

const recordTogether = async (
  { config, database }: Pick<Context, 'config' | 'database'>,
  results: AttemptResult[],
): Promise<boolean[]> => {
  const rows = await runPrepared<{ name: string }>(database.pool, RECORD, [
    ...toColumns(results.map(toRow)),
    capOf(config.workerConcurrency),
  ]);
  const recorded = new Set(rows.map(({ name }) => name));
  return results.map(({ attempt }) => recorded.has(`${attempt.delivery_id}:${attempt.attempt_count}`));
};

/** Arrays, since reading JSON would cost the database a tenth of the statement. */
const toColumns = (rows: ReturnType<typeof toRow>[]): ArrayElement[][] =>
  COLUMNS.map((column) => rows.map((row) => row[column]));

const toRow = ({ attempt, verdict, receiver, now }: AttemptResult) => ({
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
  response_headers: verdict.responseHeaders,
  duration_ms: verdict.durationMs,
  next_attempt_at: verdict.nextAttemptAt,
  health: receiver.health,
  disabled_for: receiver.disabledFor,
  failing_since: attempt.failing_since,
  now,
});

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
  'response_headers',
  'duration_ms',
  'next_attempt_at',
  'health',
  'disabled_for',
  'failing_since',
  'now',
] as const;

// Raw and prepared like the claim. An endpoint is locked before its deliveries, and its turn is taken after that: hence
// a part depends on another's count. A receiver speaks for its own URL, not for one that the endpoint was moved to.
// Among attempts that end together a success outweighs the days of failures, and these count only if they still go on.
// All waiting deliveries of the endpoint are woken: a claim that found the endpoint at its cap took its wake away.
// Leases are deleted by their position (ctid): a plan that was made while they were few would read all leases for each
// deletion.
const IS_STOPPED = `(
          j.is_gone
          or (not j.is_well and coalesce(date_trunc('milliseconds', w.failing_since) = j.given_up_since, false))
        )`;

const RECORD = {
  name: 'record-attempts',
  text: `
    with results as (
      select r.*
      from unnest(
        $1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::int[],
        $9::int[], $10::text[], $11::text[], $12::text[], $13::json[], $14::int[], $15::timestamptz[],
        $16::text[], $17::text[], $18::timestamptz[], $19::timestamptz[]
      ) as r (${COLUMNS.join(', ')})
    ),
    valid as materialized (
      select r.*, l.started_at, l.place
      from results r
      cross join lateral (
        select l.started_at, l.ctid as place
        from webhook_leased_attempts l
        where l.organisation_id = r.organisation_id and l.endpoint_id = r.endpoint_id
          and l.delivery_id = r.delivery_id and l.attempt = r.number
        limit 1
      ) l
    ),
    judged as materialized (
      select v.organisation_id, v.endpoint_id, v.url, max(v.now) as now, bool_or(v.health = 'well') as is_well,
        bool_or(v.health = 'failing') as is_failing, count(*) filter (where v.disabled_for = 'gone') > 0 as is_gone,
        max(v.failing_since) filter (where v.disabled_for = 'days') as given_up_since
      from valid v
      group by v.organisation_id, v.endpoint_id, v.url
    ),
    endpoints as (
      update webhook_endpoints w
      set failing_since = case when j.is_well then null else coalesce(w.failing_since, j.now) end,
        active = w.active and not ${IS_STOPPED},
        paused_reason = case
          when not (w.active and ${IS_STOPPED}) then w.paused_reason
          when j.is_gone then 'gone'
          else 'failing'
        end,
        paused_at = case when w.active and ${IS_STOPPED} then j.now else w.paused_at end
      from judged j
      where w.organisation_id = j.organisation_id and w.id = j.endpoint_id and w.url = j.url
        and w.deleted_at is null
        and case
          when j.is_well then w.failing_since is not null or (w.active and j.is_gone)
          when j.is_failing then w.failing_since is null or (w.active and (j.is_gone or j.given_up_since is not null))
          else false
        end
      returning w.organisation_id, w.id, not w.active and w.paused_at = j.now as is_paused
    ),
    waiting as materialized (
      select t.organisation_id, t.endpoint_id, t.due_at
      from (
        select array_agg(organisation_id) as organisations, array_agg(endpoint_id) as endpoints
        from (select distinct v.organisation_id, v.endpoint_id from valid v) v
        where (select count(*) from endpoints) >= 0
      ) e
      cross join lateral take_webhook_turns(e.organisations, e.endpoints, $20::bigint, 0, 'infinity') t
      where not t.fits
    ),
    ended as (
      delete from webhook_leased_attempts l
      using valid v
      where l.ctid = v.place and l.attempt = v.number and (select count(*) from waiting) >= 0
      returning v.*
    ),
    attempts as (
      insert into webhook_attempts (
        organisation_id, delivery_id, number, outcome, response_status, error_class, error, response_excerpt,
        response_headers, duration_ms, started_at, finished_at
      )
      select organisation_id, delivery_id, number, outcome, response_status, error_class, error, response_excerpt,
        response_headers, duration_ms, started_at, now
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
      returning d.organisation_id, d.endpoint_id, d.id, d.attempt_count, d.next_attempt_at, d.status, d.event_type
    ),
    settled as (
      delete from webhook_queued_deliveries q
      using recorded d
      where q.organisation_id = d.organisation_id and q.endpoint_id = d.endpoint_id and q.delivery_id = d.id
        and d.next_attempt_at is null
    ),
    postponed as (
      update webhook_queued_deliveries q
      set due_at = d.next_attempt_at
      from recorded d
      where q.organisation_id = d.organisation_id and q.endpoint_id = d.endpoint_id and q.delivery_id = d.id
        and d.next_attempt_at is not null
    ),
    woken as (
      insert into webhook_due_endpoints (organisation_id, endpoint_id, due_at)
      select d.organisation_id, d.endpoint_id, d.next_attempt_at
      from recorded d
      where d.next_attempt_at is not null
      union
      select w.organisation_id, w.endpoint_id, greatest(w.due_at, e.now)
      from waiting w
      join (select max(now) as now from valid) e on true
    ),
    reported as (
      select count(*)
      from (
        select array_agg((j.identifier, j.payload, null, null, 25, j.key, null, null)::graphile_worker.job_spec) as specs
        from (
          select 'report-disabled-endpoint' as identifier,
            json_build_object('organisation_id', e.organisation_id, 'endpoint_id', e.id) as payload,
            'report-disabled-endpoint:' || e.id as key
          from endpoints e
          where e.is_paused
          union all
          select 'report-dropped-delivery',
            json_build_object('organisation_id', d.organisation_id, 'delivery_id', d.id),
            'report-dropped-delivery:' || d.id
          from recorded d
          where d.status = 'dropped' and d.event_type <> all ('{${ENDPOINT_EVENT_TYPES.join(',')}}')
        ) j
        having count(*) > 0
      ) s
      cross join lateral graphile_worker.add_jobs(s.specs)
    )
    select d.id || ':' || d.attempt_count as name
    from recorded d
    where (select * from reported) >= 0
  `,
};
