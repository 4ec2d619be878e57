/** An example with parts of it told otherwise. Objects are merged, anything else is replaced. */
export const mergeExample = (example: unknown, story: unknown): unknown => {
  if (story === undefined) return example;
  if (!isRecord(example) || !isRecord(story)) return story;
  const told = Object.entries(story).map(([key, value]) => [key, mergeExample(example[key], value)]);
  return { ...example, ...Object.fromEntries(told) };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
