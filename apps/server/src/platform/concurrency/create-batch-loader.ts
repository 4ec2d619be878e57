type Call<Input, Output> = {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
};

/** Milliseconds: without them, many a round trip would carry one of the calls of an instant (measured). */
const GATHER_MS = 1;

/**
 * Batches under way. With one, a worker waits for its own round trips and delivers a seventh less; with three it
 * delivers no more (both measured), and no connection of the pool is left to others.
 */
const MAX_UNDER_WAY = 2;

/** Calls of an instant, or during a batch, share one round trip. `run` gives an output for each input in order. */
export const createBatchLoader = <Input, Output>(
  run: (inputs: Input[]) => Promise<Output[]>,
  { max = 50 }: { max?: number } = {},
): ((input: Input) => Promise<Output>) => {
  const waiting: Call<Input, Output>[] = [];
  let underWay = 0;
  let isGathering = false;
  const send = async (): Promise<void> => {
    underWay += 1;
    const batch = waiting.splice(0, max);
    const settleBatch = await runBatch(run, batch);
    underWay -= 1;
    sendNext();
    // The next full batch is sent before the callers go on, since their next work takes milliseconds.
    setImmediate(settleBatch);
  };
  const sendNext = (): void => {
    if (waiting.length >= max && underWay < MAX_UNDER_WAY) void send();
    if (waiting.length === 0 || underWay > 0 || isGathering) return;
    isGathering = true;
    setTimeout(() => {
      isGathering = false;
      if (waiting.length > 0 && underWay === 0) void send();
    }, GATHER_MS);
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      sendNext();
    });
};

// Only the call that is to blame may fail, so the calls of a failed batch are made again, each for itself.
const runBatch = async <Input, Output>(
  run: (inputs: Input[]) => Promise<Output[]>,
  batch: Call<Input, Output>[],
): Promise<() => void> => {
  try {
    const outputs = await run(batch.map(({ input }) => input));
    return () => {
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index]!);
    };
  } catch (error) {
    if (batch.length === 1) return () => batch[0]!.reject(error);
    for (const call of batch) void runBatch(run, [call]).then((settle) => settle());
    return () => {};
  }
};
