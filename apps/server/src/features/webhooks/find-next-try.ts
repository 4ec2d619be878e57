import type { Context } from '../../context.ts';
import type { DeliveryKey } from './claim-attempt.ts';

/**
 * When a delivery that could not be claimed can be: at its time, or when the lease of a worker that died
 * ends. None for one that is settled, and none while its endpoint is paused or deleted.
 * Raw, to read both times by one snapshot.
 */
export const findNextTry = async (
  { database }: Pick<Context, 'database'>,
  { organisation_id, delivery_id }: DeliveryKey,
): Promise<{ due_at: Date; attempt_count: number } | undefined> => {
  const rows = await database.prisma.$queryRaw<{ due_at: Date; attempt_count: number }[]>`
    select greatest(d.next_attempt_at, d.lease_until) as due_at, d.attempt_count
    from webhook_deliveries d
    join webhook_endpoints w on w.organisation_id = d.organisation_id and w.id = d.endpoint_id
    where d.organisation_id = ${organisation_id}::uuid and d.id = ${delivery_id}::uuid
      and d.next_attempt_at is not null and w.active and w.deleted_at is null
  `;
  return rows[0];
};
