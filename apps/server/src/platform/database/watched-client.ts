import pg from 'pg';
import { KeptStatements } from './kept-statements.ts';
import { PrimaryClient } from './pools/primary-client.ts';

type Callback = (error: unknown, result?: unknown) => void;

/**
 * A statement without an answer within `query_timeout` means that the other end has vanished, or hangs. node-postgres
 * would keep the connection, and all later statements would wait behind this one. Named statements are kept parsed,
 * within bounds.
 */
export class WatchedClient extends PrimaryClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const kept = new KeptStatements(this);
    const ask = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, this, args);
    const watch = (...args: unknown[]): unknown => {
      const [statement, values, callback] = args;
      if (!isNamed(statement)) return this.#watch(ask(...args));
      const answer = kept.send(statement, (current) => ask(current, values) as Promise<unknown>);
      if (typeof callback !== 'function') return this.#watch(answer);
      answer.then((result) => (callback as Callback)(undefined, result), callback as Callback);
      return undefined;
    };
    this.query = watch as typeof this.query;
  }

  #watch(answer: unknown): unknown {
    // A call with a callback comes from a pool, which gives the connection up by itself.
    if (answer instanceof Promise) answer.catch((error: unknown) => isSilence(error) && this.leave());
    return answer;
  }
}

const isNamed = (statement: unknown): statement is pg.QueryConfig & { name: string } =>
  typeof statement === 'object' &&
  statement !== null &&
  !('submit' in statement) &&
  Boolean((statement as { name?: string }).name);

const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';
