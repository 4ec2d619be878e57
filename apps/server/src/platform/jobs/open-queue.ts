import pg from 'pg';
import { BY_INDEX, MEANING, toOptions, UNLIMITED } from '../database/pools/pool-settings.ts';
import { WatchedClient } from '../database/watched-client.ts';
import { withOptions } from '../database/pools/with-options.ts';

/** Jobs are fetched and written down many at once, so that few connections do for any number of them. */
const MAX_CONNECTIONS = 10;
/** A fetch of jobs is over in milliseconds. One without an answer would be waited for, and no other job be fetched. */
const ANSWER_MS = 10_000;
/**
 * The database ends a statement before its answer is given up: nobody would unlock the jobs that it locks after that,
 * for a worker that has ended.
 */
const STATEMENT_MS = 8_000;

/**
 * The queue's own connections wait for no disk, so that the last tenths of a second of their writes may be lost when
 * the database crashes. No fact is written there. A job that was taken or done is then there again and runs once more,
 * as after a crash of the worker; one that failed is tried sooner than planned; the crontab notes a run and adds its
 * job in one commit, so that both are kept, or that run is left to the next.
 */
const QUEUE_OPTIONS = toOptions({
  ...MEANING,
  ...UNLIMITED,
  ...BY_INDEX,
  synchronous_commit: 'off',
  statement_timeout: String(STATEMENT_MS),
});

/**
 * The connections of graphile-worker. Ours, since it stops listening to its own pool before the last connection is
 * closed: the database that ends just then would end the process.
 *
 * @param onLostFetch called when a fetch of jobs got no answer: the database may have locked jobs that no one knows of
 */
export const openQueue = (databaseUrl: string, onLostFetch: () => void): pg.Pool => {
  class QueueClient extends WatchedClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const ask = this.query.bind(this) as (...args: unknown[]) => unknown;
      const watch = (...args: unknown[]): unknown => {
        const answer = ask(...args);
        if (isFetch(args[0]) && answer instanceof Promise)
          answer.catch((error: unknown) => !(error instanceof pg.DatabaseError) && onLostFetch());
        return answer;
      };
      this.query = watch as typeof this.query;
    }
  }
  const pool = new pg.Pool({
    connectionString: withOptions(databaseUrl, QUEUE_OPTIONS),
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: ANSWER_MS,
    Client: QueueClient,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

// Knows a fetch by the name that graphile-worker gives the prepared statement.
const isFetch = (query: unknown): boolean => /^get_job/.test((query as { name?: string } | null)?.name ?? '');
