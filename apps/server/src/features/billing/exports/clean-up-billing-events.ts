import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { deleteOver } from '../../../platform/database/delete-in-batches.ts';

/** The provider sends an event again for three days at most. */
const KEPT_MS = 30 * 86_400_000;

export const cleanUpBillingEvents = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const before = new Date(context.clock.now().getTime() - KEPT_MS);
  const over = Prisma.sql`received_at < ${before} and handled_at is not null`;
  return deleteOver(context, { table: 'billing_events', over, by: 'received_at' });
};
