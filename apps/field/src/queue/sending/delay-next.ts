const FIRST_MS = 1_000;
const MOST_MS = 60_000;

/**
 * The wait doubles with each failure up to a minute, with a random half, so that the phones of a site do not come back
 * at once.
 *
 * @param random from 0 to 1
 */
export const delayNext = (failures: number, random: number): number => {
  const ceilingMs = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 30));
  return Math.round(ceilingMs * (0.5 + random / 2));
};

/** Longest wait that a service may ask for; beyond it the person would wait in vain. */
const MOST_HEEDED_MS = 10 * 60_000;

/** The service itself may ask for a longer wait. */
export const heedService = (delayMs: number, retryAfterMs: number): number =>
  Math.max(delayMs, Math.min(retryAfterMs, MOST_HEEDED_MS));

type Returns = {
  /** The retry comes later after each failure, and not before the service says so. */
  plan: (name: string, retryAfterMs: number, tryAgain: () => void) => void;
  clear: (name: string) => void;
  close: () => void;
};

export const createReturns = ({ random }: { random: () => number }): Returns => {
  const failuresOf = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    plan: (name, retryAfterMs, tryAgain) => {
      const failures = (failuresOf.get(name) ?? 0) + 1;
      failuresOf.set(name, failures);
      clearTimeout(timers.get(name));
      timers.set(name, setTimeout(tryAgain, heedService(delayNext(failures, random()), retryAfterMs)));
    },
    clear: (name) => {
      failuresOf.delete(name);
      clearTimeout(timers.get(name));
    },
    close: () => timers.forEach((timer) => clearTimeout(timer)),
  };
};
