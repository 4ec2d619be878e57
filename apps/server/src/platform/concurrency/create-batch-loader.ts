type Call<Input, Output> = {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
};

/** Without it many a round trip would be for the first of those that come in the same instant (measured). */
const GATHER_MS = 1;

/**
 * With one alone a worker waits for its own round trips, and delivers a seventh less (measured). A third brings no
 * more, and would leave no connection of the pool to others.
 */
const MAX_UNDER_WAY = 2;

/**
 * Joins the calls that come in the same instant, or while an earlier one is under way, so that under load many
 * share one round trip; those that fill a batch wait for none. `run` gives an output for each input, in their order.
 */
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
    // A full batch that waits is on its way before these go on: to send fifty requests takes milliseconds.
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

// What one call is to blame for must fail that one alone, so a batch that fails is made anew, call by call.
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
    const settles = await Promise.all(batch.map((call) => runBatch(run, [call])));
    return () => {
      for (const settle of settles) settle();
    };
  }
};
