/** Reads a text of an entry's payload; empty when there is none under this name. */
export const readText = (payload: unknown, field: string): string => {
  const value = readField(payload, field);
  return typeof value === 'string' ? value : '';
};

export const readField = (payload: unknown, field: string): unknown =>
  typeof payload === 'object' && payload !== null && Object.hasOwn(payload, field)
    ? (payload as Record<string, unknown>)[field]
    : undefined;
