import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** Deletes old deliveries with their attempts; what is still to be sent or under way stays, however old. */
export const cleanUpDeliveries = (context: Pick<Context, 'clock' | 'config' | 'database'>): Promise<void> => {
  const oldest = new Date(context.clock.now().getTime() - context.config.deliveryRetentionMs);
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      with old as (
        select d.organisation_id, d.id from webhook_deliveries d
        where d.created_at < ${oldest} and d.next_attempt_at is null
          and not exists (
            select from webhook_leases l
            where l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
          )
        limit ${limit}
        for update skip locked
      ),
      attempts as (
        delete from webhook_attempts a using old o
        where a.organisation_id = o.organisation_id and a.delivery_id = o.id
      )
      delete from webhook_deliveries d using old o
      where d.organisation_id = o.organisation_id and d.id = o.id
    `,
  );
};
