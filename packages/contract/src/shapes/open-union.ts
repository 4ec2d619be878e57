import type { z } from 'zod';

/**
 * The faults that a refusal names: of what has one of several forms as a whole, the parts of it that do not fit, in
 * place of all of it; or that it is too long for the form.
 *
 * @example
 * z.union([z.array(z.literal('a')), z.literal('b')]).safeParse(['c']).error?.issues.flatMap(openUnion);
 * // one fault, at [0]
 */
export const openUnion = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] => {
  const forms = issue.code === 'invalid_union' ? issue.errors : [];
  const inner = forms.filter((faults) =>
    faults.every(({ path, code }) => path.length > 0 || code === 'too_big'),
  );
  if (inner.length !== 1) return [issue];
  return inner[0]!.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] }));
};
