/** Compares values of JSON. The database gives names in another order. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [own, other] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    own.length === other.size &&
    own.every(([name, value]) => other.has(name) && isSame(value, other.get(name)))
  );
};
