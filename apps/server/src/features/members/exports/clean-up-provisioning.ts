import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** Days for which an organisation can see what its directory did. */
export const PROVISIONING_DAYS = 30;
const DAY_MS = 86_400_000;

/** Deletes the entries of the provisioning log whose time is over. Raw, for the batches. */
export const cleanUpProvisioning = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const before = new Date(context.clock.now().getTime() - PROVISIONING_DAYS * DAY_MS);
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from provisioning_entries
      where ctid = any (array(
        select ctid from provisioning_entries
        where created_at < ${before}
        order by created_at
        limit ${limit}
        for update skip locked
      ))
    `,
  );
};
