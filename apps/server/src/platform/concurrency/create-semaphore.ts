export type Semaphore = {
  /** Runs the work as soon as there is room for it, in the order of the calls. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Runs the work if there is room for it now; undefined when there is none. */
  tryRun: <Result>(work: () => Promise<Result>) => Promise<Result | undefined>;
};

/** Lets so much work run at once in this process, and no more. */
export const createSemaphore = (permits: number): Semaphore => {
  let free = permits;
  const waiting: (() => void)[] = [];
  const runHeld = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
  return {
    run: async (work) => {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return runHeld(work);
    },
    tryRun: async (work) => {
      if (free === 0) return undefined;
      free--;
      return runHeld(work);
    },
  };
};
