import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { findMessageWindow } from '../quotas/exports/find-plan.ts';

/** Codes that one address gets an hour, for all that asks for one: five guesses at each are 50 of a million. */
const MOST_BEGUN = 10;
const HOUR_SECONDS = 3_600;

/**
 * Gives a conditional upsert that counts a code for an address in its hour; it returns no row once they are used up.
 * The address is hashed, known or not.
 */
export const countBegun = (
  { keyring }: Pick<Context, 'keyring'>,
  { address, now }: { address: string; now: Date },
): Prisma.Sql => {
  const subject = `sign-in:${address}`;
  const { key, startsAt } = findMessageWindow({ keyring }, { subject, windowSeconds: HOUR_SECONDS, now });
  return Prisma.sql`
    insert into message_windows as w (subject, window_start, count)
    values (${key}, ${startsAt}, 1)
    on conflict (subject) do update
    set window_start = greatest(w.window_start, excluded.window_start),
      count = case when w.window_start < excluded.window_start then 0 else w.count end + 1
    where w.window_start < excluded.window_start or w.count < ${MOST_BEGUN}
    returning w.count`;
};
