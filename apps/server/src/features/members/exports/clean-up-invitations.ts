import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { deleteOver } from '../../../platform/database/delete-in-batches.ts';

/** Deletes invitations whose time is over; a person who did not accept can be sent another one. */
export const cleanUpInvitations = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const over = Prisma.sql`expires_at < ${context.clock.now()}`;
  return deleteOver(context, { table: 'member_invitations', over, by: 'expires_at' });
};
