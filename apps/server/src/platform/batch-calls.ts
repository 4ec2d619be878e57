type Call<Input, Output> = {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
};

/**
 * Joins the calls that come while an earlier one is under way into the next: alone, a call goes out at once;
 * under load many share one round trip. `run` gives an output for each input, in their order.
 */
export const batchCalls = <Input, Output>(
  run: (inputs: Input[]) => Promise<Output[]>,
  { max = 100 }: { max?: number } = {},
): ((input: Input) => Promise<Output>) => {
  const waiting: Call<Input, Output>[] = [];
  let isBusy = false;
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) await settle(run, waiting.splice(0, max));
    isBusy = false;
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      // Not at once: what the same turn of the event loop asks for goes along.
      setImmediate(() => void drain());
    });
};

// What one call is to blame for must fail that one alone, so a batch that fails is made anew, call by call.
const settle = async <Input, Output>(
  run: (inputs: Input[]) => Promise<Output[]>,
  batch: Call<Input, Output>[],
): Promise<void> => {
  try {
    const outputs = await run(batch.map(({ input }) => input));
    for (const [index, { resolve }] of batch.entries()) resolve(outputs[index]!);
  } catch (error) {
    if (batch.length === 1) batch[0]!.reject(error);
    else await Promise.all(batch.map((call) => settle(run, [call])));
  }
};
