export type Node = { pointer: string; value: { [key: string]: unknown } };

export const walkDocument = (value: unknown, pointer = '#'): Node[] => {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, inner]) =>
    walkDocument(inner, `${pointer}/${escapePointerKey(key)}`),
  );
  return Array.isArray(value) ? below : [{ pointer, value: value as Node['value'] }, ...below];
};

/** In a URI fragment a JSON pointer is percent-encoded (RFC 6901, section 6). */
export const escapePointerKey = (key: string): string =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
