import type { Context } from '../../../context.ts';
import type { DeliveryKey } from './claim-attempt.ts';

/**
 * When a delivery that could not be claimed can be: at its time, or, if that has come, when the lease on it
 * ends. None for one that is settled or parked.
 * Raw, since Prisma can't choose between two columns.
 */
export const findNextTry = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { organisation_id, delivery_id }: DeliveryKey,
): Promise<{ due_at: Date; attempt_count: number } | undefined> => {
  const rows = await database.prisma.$queryRaw<{ due_at: Date; attempt_count: number }[]>`
    select d.attempt_count,
      case
        when q.due_at > ${clock.now()} then q.due_at
        else coalesce(l.lease_until, q.due_at)
      end as due_at
    from webhook_deliveries d
    join webhook_queue q
      on q.organisation_id = d.organisation_id and q.endpoint_id = d.endpoint_id and q.delivery_id = d.id
    left join webhook_leases l
      on l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
    where d.organisation_id = ${organisation_id}::uuid and d.id = ${delivery_id}::uuid
      and d.next_attempt_at is not null and not q.parked
  `;
  return rows[0];
};
