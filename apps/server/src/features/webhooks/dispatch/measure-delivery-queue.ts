import type { Context } from '../../../context.ts';
import { throttle } from '../../../platform/concurrency/throttle.ts';

/** Counting stops here: that there are more is enough to know. */
const COUNT_LIMIT = 10_001;

type Queue = {
  due: number;
  parked: number;
  in_progress: number;
  scheduled: number;
  oldest_due_at: Date | null;
};

/**
 * Measures the queue of deliveries for a scrape, at most every 5 s. What waits for its endpoint, paused or busy,
 * is parked and does not count as due: no free worker would take it. A database that is away fails no scrape:
 * the values are left out.
 */
export const measureDeliveryQueue = (
  context: Pick<Context, 'clock' | 'database' | 'log' | 'metrics'>,
): (() => Promise<void>) => throttle(context, () => measure(context));

const measure = async ({
  clock,
  database,
  log,
  metrics: { webhookQueueDepth, webhookOldestDueAgeSeconds },
}: Parameters<typeof measureDeliveryQueue>[0]): Promise<void> => {
  const now = clock.now();
  try {
    const { oldest_due_at, ...depths } = await readQueue(database, now);
    for (const [state, depth] of Object.entries(depths)) webhookQueueDepth.set({ state }, depth);
    webhookOldestDueAgeSeconds.set(oldest_due_at ? (now.getTime() - oldest_due_at.getTime()) / 1000 : 0);
  } catch (error) {
    log.warn({ err: error }, 'the queue of deliveries could not be measured');
    webhookQueueDepth.reset();
    webhookOldestDueAgeSeconds.set(NaN);
  }
};

// Raw: one statement, bounded by the index on what is due.
const readQueue = async (database: Context['database'], now: Date): Promise<Queue> => {
  const rows = await database.prisma.$queryRaw<[Queue]>`
    with due as (
      select q.due_at, coalesce(l.lease_until > clock_timestamp(), false) as is_leased
      from webhook_queue q
      left join webhook_leases l
        on l.organisation_id = q.organisation_id and l.endpoint_id = q.endpoint_id
          and l.delivery_id = q.delivery_id
      where q.due_at <= ${now} and not q.parked
        and exists (
          select from webhook_endpoints w
          where w.organisation_id = q.organisation_id and w.id = q.endpoint_id
            and w.active and w.deleted_at is null
        )
      order by q.due_at
      limit ${COUNT_LIMIT}
    ),
    scheduled as (
      select from webhook_queue q
      where q.due_at > ${now} and not q.parked
      limit ${COUNT_LIMIT}
    ),
    parked as (
      select from webhook_queue q
      where q.parked
      limit ${COUNT_LIMIT}
    )
    select (select count(*)::int from due where not is_leased) as due,
      (select count(*)::int from parked) as parked,
      (select count(*)::int from due where is_leased) as in_progress,
      (select count(*)::int from scheduled) as scheduled,
      (select min(due_at) from due where not is_leased) as oldest_due_at
  `;
  return rows[0];
};
