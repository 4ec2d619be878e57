/** Waits until the key may have so many bytes more. */
export type ByteRate = (key: string, bytes: number) => Promise<void>;

export type ByteLimit = { perSecond: number; burst: number };

/** How many keys are remembered before those are forgotten that have all of their burst again. */
const MANY = 1_000;

/**
 * Lets the bytes of each key come at a rate, after a burst that refills with time. They go on in the order in which they
 * came, however many bring them.
 */
export const createByteRate = (
  { perSecond, burst }: ByteLimit,
  { nowMs = () => performance.now() }: { nowMs?: () => number } = {},
): ByteRate => {
  const burstMs = (1000 * burst) / perSecond;
  // Until when each key's bytes take at that rate.
  const paidMs = new Map<string, number>();
  return async (key, bytes) => {
    const now = nowMs();
    const rested = now - burstMs;
    if (paidMs.size > MANY) for (const [each, at] of paidMs) if (at <= rested) paidMs.delete(each);
    const until = Math.max(paidMs.get(key) ?? rested, rested) + (1000 * bytes) / perSecond;
    paidMs.set(key, until);
    if (until > now) await new Promise((resolve) => setTimeout(resolve, until - now));
  };
};
