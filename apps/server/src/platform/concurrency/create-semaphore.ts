export type Semaphore = {
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  tryRun: <Result>(work: () => Promise<Result>) => Promise<Result | undefined>;
};

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
