/** Waits for the next turn of its key. */
export type Pace = (key: string) => Promise<void>;

/**
 * Lets one of each key go on in a turn of the event loop, in the order in which they came. So what many of one key do is
 * as much work in a turn as that of one, and what is not paced, such as a short request, has its turn in between.
 */
export const createPace = (): Pace => {
  const waiting = new Map<string, (() => void)[]>();
  const takeTurn = (): void => {
    for (const [key, own] of waiting) {
      own.shift()?.();
      if (own.length === 0) waiting.delete(key);
    }
    if (waiting.size > 0) setImmediate(takeTurn);
  };
  return (key) =>
    new Promise((resolve) => {
      if (waiting.size === 0) setImmediate(takeTurn);
      const own = waiting.get(key);
      if (own) own.push(resolve);
      else waiting.set(key, [resolve]);
    });
};
