import { expect, vi } from 'vitest';
import type { Context } from '../context.ts';

/** Resolves once a statement of the test's database waits for a lock, so that what holds it can go on. */
export const waitForLock = ({ database }: Pick<Context, 'database'>): Promise<void> =>
  vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      'select 1 from pg_stat_activity where datname = current_database() and wait_event_type = $1',
      ['Lock'],
    );
    expect(rows).toHaveLength(1);
  });
