import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** A request that ends otherwise loses its code and its progress at its end. Raw, for the batches. */
export const cleanUpSignatures = (context: Pick<Context, 'clock' | 'database'>): Promise<void> =>
  deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      update signatures
      set otp_hmac = null, otp_expires_at = null, state_hash = null, progress_sealed = null, busy_until = null
      where ctid = any (array(
        select ctid from signatures
        where expires_at <= ${context.clock.now()}
          and (otp_hmac is not null or progress_sealed is not null or state_hash is not null)
        order by expires_at
        limit ${limit}
        for no key update skip locked
      ))
    `,
  );

/** Expired links and signing sessions say so until then. Raw, for the batches. */
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
