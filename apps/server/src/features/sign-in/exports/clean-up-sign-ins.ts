import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { deleteInBatches, deleteOver } from '../../../platform/database/delete-in-batches.ts';

/** Days for which a session that has ended is kept: a device that comes back within them is no new one. */
const SESSION_DAYS = 90;
const DAY_MS = 86_400_000;

/** Deletes sign-ins that were not taken in their time. */
export const cleanUpAttempts = (context: Pick<Context, 'clock' | 'database'>): Promise<void> =>
  deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from sign_in_attempts
      where ctid = any (array(
        select ctid from sign_in_attempts where expires_at < ${context.clock.now()} order by expires_at
        limit ${limit}
        for update skip locked
      ))
    `,
  );

/** Deletes what was handed over to a browser that did not come for it. */
export const cleanUpHandovers = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const over = Prisma.sql`expires_at < ${context.clock.now()}`;
  return deleteOver(context, { table: 'sign_in_handovers', over, by: 'expires_at' });
};

/** Deletes sessions that ended long ago, with their tokens and counts. The chain still tells of them. */
export const cleanUpSessions = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const until = new Date(context.clock.now().getTime() - SESSION_DAYS * DAY_MS);
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      with ended as materialized (
        select organisation_id, id from credentials
        where kind = 'session' and expires_at < ${until}
        order by expires_at
        limit ${limit}
        for update skip locked
      ),
      counts as (delete from rate_windows w using ended e where w.subject_id = e.id),
      tokens as (
        delete from credential_keys k using ended e
        where k.organisation_id = e.organisation_id and k.credential_id = e.id
      )
      delete from credentials c using ended e where c.organisation_id = e.organisation_id and c.id = e.id
    `,
  );
};
