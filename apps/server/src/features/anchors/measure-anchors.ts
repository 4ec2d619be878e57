import type { Context } from '../../context.ts';
import { throttle } from '../../platform/concurrency/throttle.ts';

/** Counting stops at this number, so that a scrape stays cheap: an exact number above tells nothing more. */
const COUNT_LIMIT = 10_001;

type Measured = Pick<Context, 'clock' | 'database' | 'log' | 'metrics'>;

/** Without a database the values are left out, so that no scrape fails. */
export const measureAnchors = (context: Measured): (() => Promise<void>) =>
  throttle(context, () => measure(context));

const measure = async ({ clock, database, log, metrics }: Measured): Promise<void> => {
  try {
    const { pending, oldest } = await readPending(database);
    metrics.anchorsPending.set(pending);
    metrics.anchorOldestPendingAgeSeconds.set(oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0);
  } catch (error) {
    log.warn({ err: error }, 'the pending anchors could not be measured');
    metrics.anchorsPending.set(NaN);
    metrics.anchorOldestPendingAgeSeconds.set(NaN);
  }
};

// Raw: one statement, bounded by the indexes on what is pending.
const readPending = async ({
  prisma,
}: Context['database']): Promise<{ pending: number; oldest: Date | null }> => {
  const rows = await prisma.$queryRaw<[{ pending: number; oldest: Date | null }]>`
    select count(*)::int as pending, min(created_at) as oldest
    from (
      (select created_at from anchors where status = 'pending' order by created_at limit ${COUNT_LIMIT})
      union all
      (select created_at from addenda_anchors where status = 'pending' order by created_at limit ${COUNT_LIMIT})
      union all
      (select created_at from org_anchors where status = 'pending' order by created_at limit ${COUNT_LIMIT})
      union all
      (select created_at from whiteboard_anchors where status = 'pending' order by created_at limit ${COUNT_LIMIT})
      order by created_at
      limit ${COUNT_LIMIT}
    ) waiting
  `;
  return rows[0];
};
