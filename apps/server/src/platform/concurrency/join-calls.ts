type Call<Output> = { resolve: (output: Output) => void; reject: (error: unknown) => void };

/**
 * A key has one run under way at a time, and the calls that come meanwhile are the next: they wait for a row
 * together, and each run begins after its calls came. `run` gives an output for each call, in their order; when it
 * fails, so do all its calls. Keys don't wait for each other.
 */
export const joinCalls = <Output>(
  run: (key: string, calls: number) => Promise<Output[]>,
): ((key: string) => Promise<Output>) => {
  const underWay = new Map<string, Call<Output>[]>();
  const runAll = async (key: string, waiting: Call<Output>[]): Promise<void> => {
    while (waiting.length > 0) await settle(waiting.splice(0), (calls) => run(key, calls));
    underWay.delete(key);
  };
  return (key) =>
    new Promise((resolve, reject) => {
      const waiting = underWay.get(key);
      if (waiting) return void waiting.push({ resolve, reject });
      const first = [{ resolve, reject }];
      underWay.set(key, first);
      void runAll(key, first);
    });
};

const settle = async <Output>(
  calls: Call<Output>[],
  run: (calls: number) => Promise<Output[]>,
): Promise<void> => {
  try {
    const outputs = await run(calls.length);
    for (const [index, { resolve }] of calls.entries()) resolve(outputs[index]!);
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
};
