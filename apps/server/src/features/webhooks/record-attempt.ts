import type { Tx } from '../../platform/transact.ts';
import type { ClaimedAttempt } from './claim-attempt.ts';
import type { Verdict } from './judge-attempt.ts';

/**
 * Records what an attempt came to. False for a worker that came late: its delivery was claimed again, or
 * deleted with its endpoint, and stays as it is.
 */
export const recordAttempt = async (
  tx: Tx,
  { attempt, verdict }: { attempt: ClaimedAttempt; verdict: Verdict },
): Promise<boolean> => {
  // First, since whoever locks both locks the endpoint before its deliveries.
  if (verdict.isGone) await pauseEndpoint(tx, attempt);
  // Raw: the attempt and the delivery in one round trip, since every delivery takes it.
  const rows = await tx.db.$queryRaw<unknown[]>`
    with attempt as (
      update webhook_attempts
      set outcome = ${verdict.attemptOutcome}, response_status = ${verdict.responseStatus}::int,
        error_class = ${verdict.errorClass}, error = ${verdict.error},
        response_excerpt = ${verdict.responseExcerpt}, duration_ms = ${verdict.durationMs}::int,
        finished_at = ${tx.now}
      where organisation_id = ${attempt.organisation_id}::uuid and delivery_id = ${attempt.delivery_id}::uuid
        and number = ${attempt.attempt_count} and outcome = 'in_progress'
    )
    update webhook_deliveries
    set status = ${verdict.status}, failure_count = ${verdict.failureCount},
      response_status = coalesce(${verdict.responseStatus}::int, response_status),
      next_attempt_at = ${verdict.nextAttemptAt}::timestamptz,
      delivered_at = ${verdict.status === 'delivered' ? tx.now : null}::timestamptz,
      lease_until = null
    where organisation_id = ${attempt.organisation_id}::uuid and id = ${attempt.delivery_id}::uuid
      and attempt_count = ${attempt.attempt_count} and next_attempt_at is not null
    returning id
  `;
  return rows.length > 0;
};

// Raw, for the fence within the update. The URL too: a receiver speaks for itself, not for the one that
// the endpoint was moved to meanwhile.
const pauseEndpoint = (tx: Tx, attempt: ClaimedAttempt) => tx.db.$executeRaw`
  update webhook_endpoints
  set active = false
  where organisation_id = ${attempt.organisation_id}::uuid and id = ${attempt.endpoint_id}::uuid
    and url = ${attempt.url} and deleted_at is null
    and exists (
      select from webhook_deliveries d
      where d.organisation_id = ${attempt.organisation_id}::uuid and d.id = ${attempt.delivery_id}::uuid
        and d.attempt_count = ${attempt.attempt_count}
    )
`;
