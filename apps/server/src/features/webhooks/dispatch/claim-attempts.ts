import type { Context } from '../../../context.ts';
import { runPrepared } from '../../../platform/database/run-prepared.ts';
import type { SealedSecrets } from './build-webhook-request.ts';

/** A delivery that this worker alone may send until its lease ends, and what it needs for that. */
export type ClaimedAttempt = SealedSecrets & {
  organisation_id: string;
  delivery_id: string;
  endpoint_id: string;
  url: string;
  failing_since: Date | null;
  event_id: string;
  event_type: string;
  event_created_at: Date;
  /** The event's `data` as it was stored, byte for byte. */
  data_text: string;
  /** A sample that a test fire sends. */
  is_test: boolean;
  sequence: number;
  status: string;
  failure_count: number;
  /** The number of this attempt, from 1: the fence that refuses a worker which comes late. */
  attempt_count: number;
};

/** `nextLookAt`: when the next look at an endpoint is due; now, if some are left. */
export type Claim = { attempts: ClaimedAttempt[]; nextLookAt: Date | null };

/** Milliseconds that a worker has to record an attempt, after the deadline of the request itself. */
export const RECORD_MS = 5_000;
/**
 * A claim looks at as many endpoints as fill its permits when each has its cap waiting: a further delivery of the same
 * endpoint costs less than a look at another (6 600 against 9 400 deliveries a second). It looks at no fewer than this,
 * since some may be paused or at their cap.
 */
const MIN_LOOKS = 10;

/** Gives the most attempts that an endpoint may have under way, so that a slow receiver leaves room for others. */
export const capOf = (workerConcurrency: number): number => Math.max(2, Math.floor(workerConcurrency / 8));

/**
 * Gives the most attempts that an organisation's endpoints and callbacks may have under way: a quarter of the attempts
 * that a worker sends at a time, so that only several hanging organisations hold all permits of a worker.
 */
export const organisationCapOf = (workerConcurrency: number): number => Math.max(2, workerConcurrency);

/** Claims due deliveries, at most `permits`: each delivery goes to a single worker, however many there are. */
export const claimAttempts = async (
  { clock, config, database }: Pick<Context, 'clock' | 'config' | 'database'>,
  permits: number,
): Promise<Claim> => {
  const now = clock.now();
  const maxLooks = Math.max(Math.ceil(permits / capOf(config.workerConcurrency)), MIN_LOOKS);
  const rows = await runPrepared<ClaimRow>(database.pool, CLAIM, [
    now,
    capOf(config.workerConcurrency),
    permits,
    config.webhookTimeoutMs + RECORD_MS,
    maxLooks,
    organisationCapOf(config.workerConcurrency),
  ]);
  const { looks, held, next_look_at } = rows[0]!;
  return {
    attempts: rows.filter((row): row is ClaimRow & ClaimedAttempt => row.delivery_id !== null),
    nextLookAt: looks >= maxLooks || held > 0 ? now : next_look_at,
  };
};

type ClaimRow = { looks: number; held: number; next_look_at: Date | null } & (
  ClaimedAttempt | { delivery_id: null }
);

// A single round trip, and prepared, since planning costs more than running. Each function says what it takes, gives
// and locks; docs/delivery-queue.md draws the states of a delivery and of an endpoint's turn. An attempt that is
// recorded meanwhile may make room for deliveries that were held back. Either the look after each claim that held
// something back finds the room, or the look of the record's worker. A claim does not wait for the disk: should the
// database lose a claim in a crash, the endpoint is due again without a lease, and the delivery is sent again, as after
// a kill of the worker.
const CLAIM = {
  name: 'claim-attempts',
  text: `
    with looked_at as materialized (
      select * from take_due_webhook_endpoints($1::timestamptz, $5::int, $6::bigint)
    ),
    leased as materialized (
      select l.*
      from (
        select array_agg(organisation_id) as organisations, array_agg(endpoint_id) as endpoints
        from (select distinct organisation_id, endpoint_id from looked_at where not is_held) e
        having count(*) > 0
      ) e
      cross join lateral
        lease_webhook_attempts(e.organisations, e.endpoints, $3::int, $2::bigint, $6, $1, $4::float8) l
    ),
    claimed as (
      select a.*
      from (
        select array_agg(organisation_id) as organisations, array_agg(delivery_id) as deliveries
        from leased
        where delivery_id is not null
        having count(*) > 0
      ) l
      cross join lateral read_webhook_attempts(l.organisations, l.deliveries) a
    )
    select look.*, claimed.*
    from (
      select (select count(*) from looked_at where not is_held)::int as looks,
        (select count(*) from looked_at where is_held)::int
          + (select count(*) from leased where delivery_id is null)::int as held,
        (
          select e.due_at from webhook_due_endpoints e where e.due_at > $1 order by e.due_at limit 1
        ) as next_look_at,
        set_config('synchronous_commit', 'off', true)
    ) look
    left join claimed on true
    order by claimed.due_at, claimed.sequence, claimed.endpoint_id
  `,
};
