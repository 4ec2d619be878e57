import type { Context } from '../../../context.ts';
import { runPrepared } from '../../../platform/database/run-prepared.ts';

/**
 * The worker is dead, or too slow to record. The log shows the attempt as interrupted; the delivery is claimed anew.
 */
export const endLostAttempts = async ({
  clock,
  database,
}: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  await runPrepared(database.pool, END_LOST, [clock.now()]);
};

// All leases are read: there are as many as attempts under way. "skip locked": a locked one is being recorded.
const END_LOST = {
  name: 'end-lost-attempts',
  text: `
    with over as materialized (
      select l.ctid as place
      from webhook_leased_attempts l
      where l.lease_until <= clock_timestamp()
      for update skip locked
    ),
    lost as (
      delete from webhook_leased_attempts l
      using over
      where l.ctid = over.place
      returning l.*
    ),
    counted as (
      update webhook_deliveries d
      set attempt_count = l.attempt
      from lost l
      where d.organisation_id = l.organisation_id and d.id = l.delivery_id
    ),
    woken as (
      insert into webhook_due_endpoints (organisation_id, endpoint_id, due_at)
      select distinct organisation_id, endpoint_id, $1::timestamptz from lost
    )
    insert into webhook_attempts (organisation_id, delivery_id, number, outcome, started_at, finished_at)
    select organisation_id, delivery_id, attempt, 'interrupted', started_at, $1 from lost
    on conflict do nothing
  `,
};
