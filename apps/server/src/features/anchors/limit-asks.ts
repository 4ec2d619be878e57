import type { Context } from '../../context.ts';

/** How many asks each process has under way, by the authorities of its context. */
const underWay = new WeakMap<Context['timestampAuthorities'], number>();

/**
 * Asks, unless half of the worker's places are taken by asking: authorities that hang must leave room for the
 * deliveries. Undefined when there was none.
 */
export const limitAsks = async <T>(
  { config, timestampAuthorities }: Pick<Context, 'config' | 'timestampAuthorities'>,
  ask: () => Promise<T>,
): Promise<T | undefined> => {
  const count = underWay.get(timestampAuthorities) ?? 0;
  if (count >= Math.max(1, Math.floor(config.workerConcurrency / 2))) return undefined;
  underWay.set(timestampAuthorities, count + 1);
  try {
    return await ask();
  } finally {
    underWay.set(timestampAuthorities, underWay.get(timestampAuthorities)! - 1);
  }
};
