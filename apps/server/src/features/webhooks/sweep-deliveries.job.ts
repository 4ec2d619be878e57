import { z } from 'zod';
import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';

/** A job that is later than this is taken for lost. */
const OVERDUE_MS = 60_000;

/** Gives deliveries that are overdue and in nobody's hands a job again, should one ever be lost. */
export const sweepDeliveries = defineJob({
  id: 'sweep-deliveries',
  payload: z
    .object({})
    .loose()
    .transform(() => ({})),
  run: (context: Context) =>
    context.transact(async (tx) => {
      const overdueSince = new Date(tx.now.getTime() - OVERDUE_MS);
      enqueueDeliveries(
        tx,
        Prisma.sql`d.next_attempt_at < ${overdueSince}
          and (d.lease_until is null or d.lease_until <= clock_timestamp())`,
      );
    }),
});
