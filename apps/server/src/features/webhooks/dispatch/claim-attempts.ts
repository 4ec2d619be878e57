import type { Context } from '../../../context.ts';
import { runPrepared } from '../../../platform/database/run-prepared.ts';
import type { SealedSecrets } from './build-webhook-request.ts';

/** This worker alone may send the delivery until its lease ends. */
export type ClaimedAttempt = SealedSecrets & {
  organisation_id: string;
  delivery_id: string;
  endpoint_id: string;
  url: string;
  failing_since: Date | null;
  event_id: string;
  event_type: string;
  event_created_at: Date;
  data_text: string;
  is_test: boolean;
  sequence: number;
  status: string;
  failure_count: number;
  /** From 1: by this fence the record of a late worker is refused. */
  attempt_count: number;
};

/** The time of the next look at an endpoint; now, if some are left. */
export type Claim = { attempts: ClaimedAttempt[]; nextLookAt: Date | null };

/** Milliseconds for a worker to record an attempt, after the deadline of the request itself. */
export const RECORD_MS = 5_000;
/**
 * A claim looks at as many endpoints as fill its permits when each has its cap waiting: a further delivery of the same
 * endpoint costs less than a look at another (6 600 against 9 400 deliveries a second). At least this many, since some
 * may be paused or at their cap.
 */
const MIN_LOOKS = 10;

/** A slow receiver leaves room for others. */
export const capOf = (workerConcurrency: number): number => Math.max(2, Math.floor(workerConcurrency / 8));

/** A quarter of a worker's attempts: only several hanging organisations can hold all its permits. */
export const organisationCapOf = (workerConcurrency: number): number => Math.max(2, workerConcurrency);

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

// A single round trip, and prepared, since planning costs more than running; docs/delivery-queue.md draws the states.
// An attempt that is recorded meanwhile may make room for deliveries that were held back: the look after each claim
// that held something back finds the room, or the look of the record's worker. A claim does not wait for the disk: if a
// crash of the database loses it, the endpoint is due again without a lease, and the delivery is sent again.
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
