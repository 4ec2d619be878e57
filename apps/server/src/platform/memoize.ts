/** The function must be pure. At `max` texts all results are forgotten, so that no order must be kept. */
export const memoize = <Output extends NonNullable<unknown>>(
  compute: (text: string) => Output,
  { max = 1000 }: { max?: number } = {},
): ((text: string) => Output) => {
  const known = new Map<string, Output>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const output = compute(text);
    if (known.size >= max) known.clear();
    known.set(text, output);
    return output;
  };
};
