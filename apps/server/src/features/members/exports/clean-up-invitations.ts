import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** Deletes invitations whose time is over; a person who did not accept can be sent another one. */
export const cleanUpInvitations = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const now = context.clock.now();
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from member_invitations
      where ctid = any (array(
        select ctid from member_invitations
        where expires_at < ${now}
        order by expires_at
        limit ${limit}
        for update skip locked
      ))
    `,
  );
};
