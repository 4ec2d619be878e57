import type { Context } from '../../context.ts';

const BEAT_MS = 7_000;
/** After three missed beats a process is taken for dead, and its jobs go on elsewhere. */
const SILENCE_SECONDS = 21;

/** The database's clock counts: the servers' clocks may differ. */
export const beatHeart = async ({ database }: Pick<Context, 'database'>, id: string): Promise<void> => {
  await database.pool.query(
    `
    insert into worker_processes (id, heartbeat_at)
    values ($1, clock_timestamp())
    on conflict (id) do update set heartbeat_at = excluded.heartbeat_at
    `,
    [id],
  );
};

/** Often, so that a killed worker's jobs wait little longer than its silence. */
const SWEEP_MS = 3_000;

/** graphile-worker itself would keep a killed worker's jobs locked for four hours. */
export const startHeartbeat = (context: Pick<Context, 'database' | 'log'>, poolIds: readonly string[]) => {
  const attempt = async (step: () => Promise<void>) => {
    try {
      await step();
    } catch (error) {
      context.log.warn({ err: error }, 'no heartbeat');
    }
  };
  const beat = () =>
    attempt(async () => void (await Promise.all(poolIds.map((id) => beatHeart(context, id)))));
  const sweep = () => attempt(() => unlockSilentWorkers(context));
  const timers = [setInterval(() => void beat(), BEAT_MS), setInterval(() => void sweep(), SWEEP_MS)];
  void beat();
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await context.database.pool
        .query('delete from worker_processes where id = any ($1)', [poolIds])
        .catch((error: unknown) => context.log.warn({ err: error }, 'heartbeat not removed'));
    },
  };
};

// A single statement: of two processes that sweep at once, only one deletes the row and unlocks.
export const unlockSilentWorkers = async ({ database }: Pick<Context, 'database'>): Promise<void> => {
  await database.pool.query(
    `
    with silent as (
      delete from worker_processes
      where heartbeat_at < clock_timestamp() - make_interval(secs => $1)
      returning id
    )
    select graphile_worker.force_unlock_workers(array_agg(id)) from silent having count(*) > 0
    `,
    [SILENCE_SECONDS],
  );
};
