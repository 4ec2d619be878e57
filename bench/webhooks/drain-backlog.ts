import { publishTestEvent } from '../../apps/server/src/testing/publish-test-event.ts';
import type { BenchDatabase } from '../harness/open-world.ts';
import type { Receiver } from '../harness/start-receiver.ts';
import type { Tenant } from '../stage/move-in.ts';

/** Without a delivery: a busy machine takes long, and goes on. */
const PATIENCE_MS = 30_000;

/**
 * Publishes a backlog, starts worker processes on it, and returns the deliveries a second of its second half but
 * for the last twentieth: after the start, for which V8 takes some 30 000 deliveries, and before the end.
 */
export const drainBacklog = async (
  database: BenchDatabase,
  receiver: Receiver,
  { tenants, events, workers = 1 }: { tenants: Tenant[]; events: number; workers?: number },
): Promise<{ delivered: number; commits: number }> => {
  const { context } = database;
  const total = tenants.reduce((sum, { endpointIds }) => sum + events * endpointIds.length, 0);
  for (let event = 0; event < events; event++) {
    for (const { organisationId } of tenants) await publishTestEvent(context, organisationId);
  }
  await context.database.pool.query('checkpoint');
  await receiver.take();
  const commitsBefore = await countCommits(database);
  const spawned = await Promise.all(Array.from({ length: workers }, () => database.spawn('worker')));
  let deadline = performance.now() + PATIENCE_MS;
  for (let count = 0; count < total && performance.now() < deadline;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = await receiver.count();
    if (now > count) deadline = performance.now() + PATIENCE_MS;
    count = now;
  }
  await Promise.all(spawned.map((worker) => worker.kill('SIGTERM')));
  const times = (await receiver.take()).map(({ atMs }) => atMs).sort((a, b) => a - b);
  if (times.length < total) throw new Error(`${times.length} of ${total} deliveries arrived`);
  const first = Math.floor(0.5 * total);
  const last = Math.floor(0.95 * total);
  return {
    delivered: (last - first) / ((times[last]! - times[first]!) / 1000),
    commits: ((await countCommits(database)) - commitsBefore) / total,
  };
};

const countCommits = async ({ context }: BenchDatabase): Promise<number> => {
  const { rows } = await context.database.pool.query<{ commits: string }>(
    `
    select xact_commit as commits from pg_stat_database
    where datname = current_database() and pg_stat_force_next_flush() is not null
    `,
  );
  return Number(rows[0]!.commits);
};
