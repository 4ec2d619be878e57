import { delayNext, heedService } from './delay-next.ts';

/** Tries again, each by a name, because the service could not take it just now. */
export type Returns = {
  /** Has it tried again: later after each failure, and not before the service says so. */
  plan: (name: string, retryAfterMs: number, tryAgain: () => void) => void;
  /** Forgets the failures of a name that got through. */
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
