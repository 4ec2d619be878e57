import type { Context } from '../../context.ts';

/** Looks for one kind of waiting work after the other. One that fails keeps none of the others. */
export const resumeEach = async (
  context: Context,
  resumes: ((context: Context) => Promise<void>)[],
): Promise<void> => {
  const errors: unknown[] = [];
  for (const resume of resumes) await resume(context).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, 'not all work could be looked for');
};
