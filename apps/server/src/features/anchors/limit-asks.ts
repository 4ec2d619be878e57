import type { Context } from '../../context.ts';
import { createSemaphore, type Semaphore } from '../../platform/concurrency/create-semaphore.ts';

type AskContext = Pick<Context, 'config' | 'timestampAuthorities'>;

/** The places of each process for asking, by the authorities of its context. */
const places = new WeakMap<Context['timestampAuthorities'], Semaphore>();

/**
 * Asks, unless half of the worker's places are taken by asking: authorities that hang must leave room for the
 * deliveries. Undefined when there was none.
 */
export const limitAsks = <T>(context: AskContext, ask: () => Promise<T>): Promise<T | undefined> => {
  const known = places.get(context.timestampAuthorities) ?? openPlaces(context);
  return known.tryRun(ask);
};

const openPlaces = ({ config, timestampAuthorities }: AskContext): Semaphore => {
  const opened = createSemaphore(Math.max(1, Math.floor(config.workerConcurrency / 2)));
  places.set(timestampAuthorities, opened);
  return opened;
};
