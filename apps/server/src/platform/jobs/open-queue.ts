import pg from 'pg';
import { BY_INDEX, MEANING, toOptions, UNLIMITED } from '../database/pools/pool-settings.ts';
import { WatchedClient } from '../database/watched-client.ts';
import { withOptions } from '../database/pools/with-options.ts';

/** Many jobs are fetched and written at once, so that few connections do for any number. */
const MAX_CONNECTIONS = 10;
/** A fetch takes milliseconds. A fetch without an answer would keep all other jobs from being fetched. */
const ANSWER_MS = 10_000;
/** Less than ANSWER_MS: jobs that it locked later would stay locked for a worker that has ended. */
const STATEMENT_MS = 8_000;

/**
 * The queue's own connections wait for no disk: a crash of the database may lose the last tenths of a second of their
 * writes. No fact is written there. A job that was taken or done runs once more; one that failed is tried sooner; the
 * crontab notes a run and adds its job in one commit, so that both are kept, or neither.
 */
const QUEUE_OPTIONS = toOptions({
  ...MEANING,
  ...UNLIMITED,
  ...BY_INDEX,
  synchronous_commit: 'off',
  statement_timeout: String(STATEMENT_MS),
});

/**
 * A pool of our own: graphile-worker stops listening to its own before the last connection is closed, and a database
 * that ends just then would end the process.
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

// graphile-worker gives this name to the prepared statement of a fetch.
const isFetch = (query: unknown): boolean => /^get_job/.test((query as { name?: string } | null)?.name ?? '');
