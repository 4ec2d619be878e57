import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { openTestContext } from '../../testing/open-test-context.ts';
import { CRONTAB } from '../../tasks.ts';
import { sweepSignals } from './sweep-signals.job.ts';

let context: Context;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  context = await openTestContext(database.databaseUrl);
});
afterAll(async () => {
  await context.close();
  await drop();
});

it('deletes signals of more than two minutes, also more than one step takes, and two processes at once', async () => {
  await context.database.pool.query(
    `
    insert into media_signals (room, event, created_at)
    select gen_random_uuid(), '{}', now() - make_interval(secs => case when n <= 12001 then 121 else 60 end)
    from generate_series(1, 12003) n
    `,
  );
  await Promise.all([sweepSignals.run(context, {}), sweepSignals.run(context, {})]);
  await sweepSignals.run(context, {});
  expect(await context.database.prisma.mediaSignal.count()).toBe(2);
});

it('runs each minute', () => {
  expect(CRONTAB.split('\n')).toContain('* * * * * sweep-signals ?max=3');
});
