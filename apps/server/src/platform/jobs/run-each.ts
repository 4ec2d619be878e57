import type { Context } from '../../context.ts';

/** A failed step is logged and counted by its name, and the others run; the job fails when all have run. */
export const runEach = async <StepContext extends Pick<Context, 'log' | 'metrics'>>(
  context: StepContext,
  task: string,
  steps: ((context: StepContext) => Promise<unknown>)[],
): Promise<void> => {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step(context);
    } catch (error) {
      errors.push(error);
      context.metrics.jobStepsFailed.inc({ task, step: step.name });
      context.log.error({ task, step: step.name, err: error }, 'step of a job failed');
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${steps.length} steps failed`);
};
