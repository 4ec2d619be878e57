import { setTimeout as sleep } from 'node:timers/promises';

type Call<Input, Output> = {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
};

/** Without it many a round trip would be for the first of those that come in the same instant (measured). */
const GATHER_MS = 1;

/**
 * Joins the calls that come in the same instant, or while an earlier one is under way, so that under load many
 * share one round trip. `run` gives an output for each input, in their order.
 */
export const batchCalls = <Input, Output>(
  run: (inputs: Input[]) => Promise<Output[]>,
  { max = 50 }: { max?: number } = {},
): ((input: Input) => Promise<Output>) => {
  const waiting: Call<Input, Output>[] = [];
  let isBusy = false;
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (waiting.length < max) await sleep(GATHER_MS);
      await settle(run, waiting.splice(0, max));
    }
    isBusy = false;
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      void drain();
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
