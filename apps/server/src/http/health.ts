import type { Response, NextFunction, Request } from 'express';
import type { Context } from '../context.ts';

/** Whether this process should be sent requests; `drain` turns it off for good. */
export type Health = { isDraining: () => boolean; drain: () => void; isReady: () => Promise<boolean> };

const PROBE_TIMEOUT_MS = 1_000;
/** One slow answer of the database must not take every server out at once. */
const FAILURES_TOLERATED = 2;

export const createHealth = ({ database }: Pick<Context, 'database'>): Health => {
  let draining = false;
  let failures = 0;
  return {
    isDraining: () => draining,
    drain: () => {
      draining = true;
    },
    isReady: async () => {
      if (draining) return false;
      failures = (await answersInTime(database)) ? 0 : failures + 1;
      return failures <= FAILURES_TOLERATED;
    },
  };
};

const answersInTime = async ({ pool }: Context['database']): Promise<boolean> => {
  const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref());
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, timeout]);
};

export const sendHealth = (response: Response, healthy: boolean): void => {
  response
    .status(healthy ? 200 : 503)
    .type('text/plain')
    .set('Cache-Control', 'no-store')
    .send(healthy ? 'ok\n' : 'unavailable\n');
};

/** While the server drains, each reply ends its connection: the client's next one goes to another server. */
export const closeWhenDraining =
  (health: Pick<Health, 'isDraining'>) =>
  (_request: Request, response: Response, next: NextFunction): void => {
    if (health.isDraining()) response.set('Connection', 'close');
    next();
  };
