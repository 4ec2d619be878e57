import type pg from 'pg';

const BEAT_MS = 10_000;

/**
 * A connection that only listens would never learn that its other end has vanished, so it is asked for an answer again
 * and again. It must be a WatchedClient with a `query_timeout`. Returns what stops this.
 */
export const beatListener = (client: pg.ClientBase): (() => void) => {
  const timer = setInterval(() => {
    client.query('select 1').catch(stop);
  }, BEAT_MS).unref();
  const stop = () => clearInterval(timer);
  client.once('end', stop);
  return stop;
};
