import type pg from 'pg';

const BEAT_MS = 10_000;

/**
 * Asks a connection that only listens for an answer, again and again: it would never learn that its other end has
 * vanished. It must be a WatchedClient with a `query_timeout`, which then ends with an error. Returns what stops it.
 */
export const beatListener = (client: pg.ClientBase): (() => void) => {
  const timer = setInterval(() => {
    client.query('select 1').catch(stop);
  }, BEAT_MS).unref();
  const stop = () => clearInterval(timer);
  client.once('end', stop);
  return stop;
};
