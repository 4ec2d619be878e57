import type { Context } from '../../context.ts';

/** Runs one step of a job after the other. One that fails keeps none of the others from running. */
export const runEach = async (
  context: Context,
  steps: ((context: Context) => Promise<unknown>)[],
): Promise<void> => {
  const errors: unknown[] = [];
  for (const step of steps) await step(context).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${steps.length} steps failed`);
};
