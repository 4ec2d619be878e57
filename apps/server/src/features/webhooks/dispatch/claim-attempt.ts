import type { Context } from '../../../context.ts';
import { createBatchLoader } from '../../../platform/concurrency/create-batch-loader.ts';
import { runPrepared } from '../../../platform/database/run-prepared.ts';
import { capOf } from './endpoint-concurrency-cap.ts';
import type { SealedSecrets } from './open-signing-secrets.ts';

export type DeliveryKey = { organisation_id: string; delivery_id: string };

/** A delivery that this worker alone may send until its lease ends, and what it needs for that. */
export type ClaimedAttempt = DeliveryKey &
  SealedSecrets & {
    endpoint_id: string;
    url: string;
    event_id: string;
    event_type: string;
    event_created_at: Date;
    /** The event's `data` as it was stored, byte for byte. */
    data_text: string;
    sequence: number;
    status: string;
    failure_count: number;
    /** The number of this attempt, from 1: the fence that refuses a worker which comes late. */
    attempt_count: number;
  };

/**
 * `parked`: it is due, but its endpoint is paused, or has as many attempts under way as it may, or others wait
 * longer. It needs no job: who ends an attempt of the endpoint, or sets it going again, gives it one.
 * `refused`: it is not due, settled, or held by another worker.
 */
export type Claim = ClaimedAttempt | 'parked' | 'refused';

type ClaimContext = Pick<Context, 'database' | 'config' | 'clock'>;

/** How long a worker has to record what it got, after the deadline of the request itself. */
const RECORD_MS = 5_000;

/**
 * Claims a delivery that is due, unless another worker holds it: of any number of workers one gets it.
 * Claims that are made at the same time share a statement, of which each has the cost of a part.
 */
export const claimAttempt = (context: ClaimContext, key: DeliveryKey): Promise<Claim> => {
  const { database } = context;
  const claim = claimers.get(database) ?? createBatchLoader((wanted) => claimTogether(context, wanted));
  claimers.set(database, claim);
  return claim({ ...key, now: context.clock.now() });
};

type Wanted = DeliveryKey & { now: Date };

const claimers = new WeakMap<Context['database'], (wanted: Wanted) => Promise<Claim>>();

const claimTogether = async (
  { database, config }: Pick<Context, 'database' | 'config'>,
  wanted: Wanted[],
): Promise<Claim[]> => {
  const rows = await runPrepared<ClaimRow>(database.pool, CLAIM, [
    wanted.map(({ organisation_id }) => organisation_id),
    wanted.map(({ delivery_id }) => delivery_id),
    wanted.map(({ now }) => now),
    config.webhookTimeoutMs + RECORD_MS,
    capOf(config.workerConcurrency),
  ]);
  const claims = new Map(rows.map((row) => [`${row.organisation_id}/${row.delivery_id}`, row]));
  return wanted.map(({ organisation_id, delivery_id }) => {
    const name = `${organisation_id}/${delivery_id}`;
    const row = claims.get(name);
    // Of two jobs for the same delivery one gets it.
    claims.delete(name);
    if (!row) return 'refused';
    return row.is_parked ? 'parked' : row;
  });
};

type ClaimRow = ClaimedAttempt & { is_parked: boolean };

// Raw, since the leases and the ends of lost ones must be one statement, and prepared, since planning it costs more
// than running it. "limit 1" makes the planner look each row up by its key: a plan that was made while the table
// was small would read all of it, and is kept while it grows. A lease counts by the database's own clock: it is
// about real time, whichever machine holds it. The gates' locks make the cap exact over any number of workers, and
// tell which deliveries were leased while this waited. The lock on a delivery shows it as it is, should another
// have settled it meanwhile. What others wait longer for goes to them first, unless nothing is under way that could
// pass the turn on. Of what is due the planner must expect several, hence "not" and "coalesce" there: for one it
// reads all gates again for each delivery. Where nothing is parked the queue need not be written; where it must be,
// the conflict shows whether another parked the delivery meanwhile. A claim does not wait for the disk: should the
// database lose a lease in a crash, the delivery is sent again, as after a kill of the worker.
const CLAIM = {
  name: 'claim-attempts',
  text: `
    with wanted as (
      select distinct on (k.organisation_id, k.delivery_id) k.*
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as k (organisation_id, delivery_id, now)
    ),
    due as materialized (
      select d.organisation_id, d.id, d.endpoint_id, d.next_attempt_at, d.sequence, k.now,
        l.attempt as lost_attempt, l.started_at as lost_started_at
      from wanted k
      cross join lateral (
        select *
        from webhook_deliveries d
        where d.organisation_id = k.organisation_id and d.id = k.delivery_id
        limit 1
      ) d
      left join lateral (
        select *
        from webhook_leases l
        where l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
        limit 1
      ) l on true
      where not d.next_attempt_at > k.now and coalesce(l.lease_until <= clock_timestamp(), true)
    ),
    gates as materialized (
      select g.*
      from (
        select array_agg(organisation_id) as organisations, array_agg(endpoint_id) as endpoints
        from (select distinct organisation_id, endpoint_id from due) e
      ) e
      cross join lateral lock_webhook_gates(e.organisations, e.endpoints) g
    ),
    ranked as materialized (
      select due.*, g.parked_since is not null as has_parked,
        g.active
          and cardinality(g.leased) + row_number() over (
            partition by due.organisation_id, due.endpoint_id
            order by due.next_attempt_at, due.sequence
          ) <= $5::bigint
          and (g.leased = '{}' or g.parked_since is null or due.next_attempt_at <= g.parked_since) as fits
      from due
      join gates g on g.organisation_id = due.organisation_id and g.endpoint_id = due.endpoint_id
      where due.id <> all (g.leased)
    ),
    open as materialized (
      select r.fits, r.has_parked, r.now, r.lost_attempt, r.lost_started_at, d.*
      from ranked r
      cross join lateral (
        select *
        from webhook_deliveries d
        where d.organisation_id = r.organisation_id and d.id = r.id
          and d.next_attempt_at <= r.now
        limit 1
        for no key update
      ) d
    ),
    parked as (
      insert into webhook_queue as q (organisation_id, endpoint_id, delivery_id, sequence, due_at, parked)
      select o.organisation_id, o.endpoint_id, o.id, o.sequence, o.next_attempt_at, not o.fits
      from open o
      where o.has_parked or not o.fits
      on conflict (organisation_id, endpoint_id, delivery_id) do update
      set parked = excluded.parked
      where q.parked <> excluded.parked
    ),
    leased as (
      insert into webhook_leases as l
        (organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until)
      select o.organisation_id, o.endpoint_id, o.id, greatest(o.attempt_count, o.lost_attempt) + 1, o.now,
        clock_timestamp() + $4::float8 * interval '1 millisecond'
      from open o
      where o.fits
      on conflict (organisation_id, endpoint_id, delivery_id) do update
      set attempt = excluded.attempt, started_at = excluded.started_at, lease_until = excluded.lease_until
      where l.lease_until <= clock_timestamp()
      returning l.organisation_id, l.delivery_id
    ),
    interrupted as (
      insert into webhook_attempts (organisation_id, delivery_id, number, outcome, started_at, finished_at)
      select o.organisation_id, o.id, o.lost_attempt, 'interrupted', o.lost_started_at, o.now
      from open o
      join leased l on l.organisation_id = o.organisation_id and l.delivery_id = o.id
      where o.lost_attempt is not null
      on conflict do nothing
    )
    select o.organisation_id, o.id as delivery_id, not o.fits as is_parked, o.endpoint_id, o.event_id,
      o.event_type, o.sequence::float8 as sequence, o.status, o.failure_count,
      greatest(o.attempt_count, o.lost_attempt) + 1 as attempt_count, w.url,
      w.session_id, coalesce(c.secret_sealed, w.secret_sealed) as secret_sealed,
      coalesce(c.previous_secret_sealed, w.previous_secret_sealed) as previous_secret_sealed,
      coalesce(c.previous_secret_expires_at, w.previous_secret_expires_at) as previous_secret_expires_at,
      e.created_at as event_created_at, e.data::text as data_text
    from open o
    cross join lateral (
      select *
      from webhook_endpoints w
      where w.organisation_id = o.organisation_id and w.id = o.endpoint_id
      limit 1
    ) w
    left join lateral (
      select c.callback_secret_sealed as secret_sealed,
        c.previous_callback_secret_sealed as previous_secret_sealed,
        c.previous_callback_secret_expires_at as previous_secret_expires_at
      from organisations c
      where c.id = w.organisation_id and w.session_id is not null
      limit 1
    ) c on true
    cross join lateral (
      select *
      from events e
      where e.organisation_id = o.organisation_id and e.id = o.event_id
      limit 1
    ) e
    where (not o.fits or (o.organisation_id, o.id) in (select organisation_id, delivery_id from leased))
      and (select set_config('synchronous_commit', 'off', true)) is not null
  `,
};
