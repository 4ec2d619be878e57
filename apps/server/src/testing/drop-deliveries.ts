import type { Context } from '../context.ts';
import { queryAtLength } from './query-at-length.ts';

export const dropDeliveries = (context: Pick<Context, 'database'>, organisationId: string): Promise<void> =>
  queryAtLength(
    context,
    `
    with ended as (delete from webhook_leased_attempts where organisation_id = $1),
    unqueued as (delete from webhook_queued_deliveries where organisation_id = $1),
    unwoken as (delete from webhook_due_endpoints where organisation_id = $1),
    unheld as (delete from webhook_waiting_endpoints where organisation_id = $1)
    update webhook_deliveries
    set status = 'dropped', next_attempt_at = null, failure_count = greatest(failure_count, 1)
    where organisation_id = $1 and next_attempt_at is not null
    `,
    [organisationId],
  );
