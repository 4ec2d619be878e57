import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** Deletes the tokens of links to sign, and of signing sessions, a while after their time was over. Raw, for the batches. */
export const cleanUpSigningTokens = (context: Pick<Context, 'clock' | 'database'>): Promise<void> =>
  deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from signing_tokens
      where ctid = any (array(
        select ctid from signing_tokens where kept_until <= ${context.clock.now()} order by kept_until limit ${limit}
        for update skip locked
      ))
    `,
  );
