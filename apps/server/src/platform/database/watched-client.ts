import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * A connection that is given up once a statement got no answer within its `query_timeout`: its other end has vanished,
 * or hangs. node-postgres lets the statement fail and keeps the connection, on which all that comes next would wait
 * behind it, in a pool for good.
 */
export class WatchedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const watch = (...args: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(pg.Client.prototype.query, this, args);
      // With a callback it is a pool that asks, which gives the connection up by itself.
      if (answer instanceof Promise) answer.catch((error: unknown) => isSilence(error) && this.#giveUp());
      return answer;
    };
    this.query = watch as typeof this.query;
  }

  // Not `end`, which says goodbye and waits.
  #giveUp(): void {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';
