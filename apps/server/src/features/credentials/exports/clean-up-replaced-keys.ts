import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { deleteOver } from '../../../platform/database/delete-in-batches.ts';

/** Deletes the keys whose overlap is over, which are no longer valid. */
export const cleanUpReplacedKeys = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const over = Prisma.sql`valid_until <= ${context.clock.now()}`;
  return deleteOver(context, { table: 'credential_keys', over, by: 'valid_until' });
};
