/** One object of a document with the JSON pointer that leads to it. */
export type Node = { pointer: string; value: { [key: string]: unknown } };

/** Every object in a document, outermost first. */
export const walkDocument = (value: unknown, pointer = '#'): Node[] => {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, inner]) =>
    walkDocument(inner, `${pointer}/${escapeKey(key)}`),
  );
  return Array.isArray(value) ? below : [{ pointer, value: value as Node['value'] }, ...below];
};

// RFC 6901, section 6: a pointer in a URI fragment is percent-encoded.
const escapeKey = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
