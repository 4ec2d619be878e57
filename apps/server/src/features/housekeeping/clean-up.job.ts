import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';

const DAY_MS = 86_400_000;
/** At most this many rows a statement, so that no clean-up holds a lock for long. */
const BATCH = 5_000;

/** Deletes what has outlived its use: cached replies, old deliveries and events, signals, message counts. */
export const cleanUp = defineJob({
  id: 'clean-up',
  payload: z
    .object({})
    .loose()
    .transform(() => ({})),
  run: async (context: Context) => {
    const now = context.clock.now();
    const oldest = new Date(now.getTime() - context.config.deliveryRetentionDays * DAY_MS);
    await deleteInBatches(
      context,
      (db) => db.$executeRaw`
      delete from idempotency_keys
      where ctid in (select ctid from idempotency_keys where expires_at <= ${now} limit ${BATCH})
    `,
    );
    await deleteInBatches(
      context,
      (db) => db.$executeRaw`
      with old as (
        select d.organisation_id, d.id from webhook_deliveries d
        where d.created_at < ${oldest} and d.next_attempt_at is null
          and not exists (
            select from webhook_leases l
            where l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
          )
        limit ${BATCH}
        for update skip locked
      ),
      attempts as (
        delete from webhook_attempts a using old o
        where a.organisation_id = o.organisation_id and a.delivery_id = o.id
      )
      delete from webhook_deliveries d using old o
      where d.organisation_id = o.organisation_id and d.id = o.id
    `,
    );
    await deleteInBatches(
      context,
      (db) => db.$executeRaw`
      delete from events
      where ctid in (
        select e.ctid from events e
        where e.created_at < ${oldest}
          and not exists (select from webhook_deliveries d where d.organisation_id = e.organisation_id and d.event_id = e.id)
        limit ${BATCH}
      )
    `,
    );
    const signalsOlderThan = new Date(now.getTime() - 300_000);
    await context.database.prisma.mediaSignal.deleteMany({ where: { created_at: { lt: signalsOlderThan } } });
    const windowsBefore = BigInt(Math.floor((now.getTime() - 2 * DAY_MS) / 1000));
    await context.database.prisma.messageWindow.deleteMany({
      where: { window_start: { lt: windowsBefore } },
    });
  },
});

type Db = Context['database']['prisma'];

const deleteInBatches = async (
  { database }: Pick<Context, 'database'>,
  deleteSome: (db: Db) => Promise<number>,
) => {
  while ((await deleteSome(database.prisma)) === BATCH);
};
