/**
 * Parses JSON that is spelled as JSON.stringify spells it; undefined for any other. So a key that is there twice, of
 * which one program reads the first and another the last, is refused, and no byte is without a meaning.
 */
export function parseExactJson(bytes: Uint8Array, { indent = 0 } = {}): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value, null, indent) === text ? value : undefined;
  } catch {
    return undefined;
  }
}
