import { expect, vi } from 'vitest';
import type { Context } from '../context.ts';

/** So many statements of the test's database wait, and their lock may go. */
export const waitForLock = ({ database }: Pick<Context, 'database'>, count = 1): Promise<void> =>
  vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      'select 1 from pg_stat_activity where datname = current_database() and wait_event_type = $1',
      ['Lock'],
    );
    expect(rows).toHaveLength(count);
  }, 30_000);
