import type { FaultWorld } from './open-fault-world.ts';

const CHANNELS = ['webhook_wakes', 'jobs:insert'] as const;
/** A connection shows its last statement: `LISTEN` for ten seconds, and then the beat that asks whether it is alive. */
const EVERY_MS = 1_000;

/** Watches which connections have begun to listen, for the jobs of the queue and for the wakes of deliveries. */
export const watchListeners = ({ context }: Pick<FaultWorld, 'context'>) => {
  const seen = new Map<string, (typeof CHANNELS)[number]>();
  const look = async (): Promise<string[]> => {
    const { rows } = await context.database.pool.query<{ connection: string; query: string }>(
      `select pid || ' ' || backend_start as connection, query
      from pg_stat_activity where datname = current_database()`,
    );
    for (const { connection, query } of rows) {
      const channel = CHANNELS.find(
        (name) => query.toLowerCase().startsWith('listen') && query.includes(name),
      );
      if (channel) seen.set(connection, channel);
    }
    return rows.map(({ connection }) => connection);
  };
  // The database is away now and then.
  const timer = setInterval(() => void look().catch(() => {}), EVERY_MS);
  return {
    /** Whether each channel has a connection that has listened to it, and lives. */
    areListening: async (): Promise<boolean> => {
      const alive = new Set((await look()).map((connection) => seen.get(connection)));
      return CHANNELS.every((channel) => alive.has(channel));
    },
    stop: () => clearInterval(timer),
  };
};
