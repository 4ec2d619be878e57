import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** Deletes the keys whose overlap is over, which are no longer valid. Raw, for the batches. */
export const cleanUpReplacedKeys = (context: Pick<Context, 'clock' | 'database'>): Promise<void> =>
  deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from credential_keys
      where ctid = any (array(
        select ctid from credential_keys where valid_until <= ${context.clock.now()} order by valid_until
        limit ${limit}
        for update skip locked
      ))
    `,
  );
